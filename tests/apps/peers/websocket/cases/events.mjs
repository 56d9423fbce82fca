// The events that a case expects.
import { bytesOf } from '../frames.mjs';

export const texted = (payload) => ({ kind: 'text', payload: bytesOf(payload) });
export const echoed = (payload) => ({ kind: 'binary', payload: bytesOf(payload) });
export const ponged = (payload = '') => ({ kind: 'pong', payload: bytesOf(payload) });
export const paused = { kind: 'pause', payload: Buffer.alloc(0) };

/** Pauses between two frames for some milliseconds, or until the other end closes. With `before`, the connection must survive it. */
export const pause = (before) => ({ pause: true, isBefore: before });

/** The ways to cut the bytes of a case when they are sent. */
export const chops = ['whole', 'frames', 1];

export const nameOf = (chop) => ({ whole: 'in one write', frames: 'frame by frame', 1: 'octet by octet' }[chop] ?? `in chops of ${chop}`);
