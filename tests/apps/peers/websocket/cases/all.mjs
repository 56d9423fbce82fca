// Every case of the table, in its order.
import { broken } from './broken.mjs';
import { group7 } from './closing.mjs';
import { group12, group13 } from './compressed.mjs';
import { group1, group2, group3, group4, group5 } from './framing.mjs';
import { group9, group10 } from './large.mjs';
import { own } from './own.mjs';
import { group6 } from './texts.mjs';

export const table = [...group1(), ...group2(), ...group3(), ...group4(), ...group5(), ...group6(), ...group7(), ...group10()];

/** Returns groups 12 and 13 with a number of messages each, and our own cases of that kind. */
export const compressedFor = (isClient, count) => [...group12(count), ...group13(count), ...broken(isClient)];

/** Returns the cases without compression. `isClient` is whether the engine is the client. */
export const casesFor = (isClient, isLong = false) => [...table, ...own(isClient), ...(isLong ? group9() : [])];
