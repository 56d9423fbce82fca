// What a case expects to come.
import { bytesOf } from '../frames.mjs';

export const texted = (payload) => ({ kind: 'text', payload: bytesOf(payload) });
export const echoed = (payload) => ({ kind: 'binary', payload: bytesOf(payload) });
export const ponged = (payload = '') => ({ kind: 'pong', payload: bytesOf(payload) });
export const paused = { kind: 'pause', payload: Buffer.alloc(0) };

/** A pause between two frames: until the other end closes, or so many milliseconds; `before` is one that it must survive. */
export const pause = (before) => ({ pause: true, isBefore: before });

/** How the bytes of a case are cut when they are sent. */
export const chops = ['whole', 'frames', 1];

export const nameOf = (chop) => ({ whole: 'in one write', frames: 'frame by frame', 1: 'octet by octet' }[chop] ?? `in chops of ${chop}`);
