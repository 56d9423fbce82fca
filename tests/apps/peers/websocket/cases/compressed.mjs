// Groups 12 and 13 of the table: compressed messages.
import { echoed, texted } from './events.mjs';

const K = 1024;
const sizes = [16, 64, 256, K, 4 * K, 8 * K, 16 * K, 32 * K, 64 * K, 128 * K].map((size) => [size, 0])
  .concat([8 * K, 16 * K, 32 * K, 64 * K, 128 * K].map((size) => [size, 256]), [K, 4 * K, 32 * K].map((cut) => [128 * K, cut]));
const spelt = (size) => (size >= K ? `${size / K} KB` : `${size} bytes`);

/** Returns bytes from the low bits of a pseudorandom sequence, always the same ones. */
function* chance(seed) {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield state >>> 8;
  }
}

function filled(size, seed, next) {
  const random = chance(seed);
  const parts = [];
  for (let length = 0; length < size; ) {
    const part = Buffer.from(next(() => random.next().value));
    parts.push(part);
    length += part.length;
  }

  return Buffer.concat(parts).subarray(0, size);
}

const words = `Habe nun ach Philosophie Juristerei und Medizin Und leider auch Theologie Durchaus studiert mit heissem Bemuehn Da steh
ich nun ich armer Tor Und bin so klug als wie zuvor Heisse Magister heisse Doktor gar Und ziehe schon an die zehen Jahr
Herauf herab und quer und krumm Meine Schueler an der Nase herum`.split(/\s+/);

const blob = 256 * K;
export const kinds = {
  'JSON': [texted, filled(blob, 1, (next) => `{"id":${next() % 1000},"name":"item ${next() % 100}","price":${next() % 100000}},`)],
  'a picture': [echoed, filled(blob, 2, ((column) => (next) => [128 + (column++ % 64) + (next() % 4)])(0))],
  'prose': [echoed, filled(blob, 3, (next) => `${words[next() % words.length]} `)],
  'HTML': [texted, filled(blob, 4, (next) =>
    `<tr class="row${next() % 2}"><td>${words[next() % words.length]}</td><td>${next() % 500}</td></tr>\n`)],
  'what is compressed already': [echoed, filled(blob, 5, (next) => [next() & 255])],
};

/** `count`: the messages of a case. */
export function* group12(count) {
  for (const [kind, name] of Object.keys(kinds).entries()) yield* made(`12.${kind + 1}`, name, kinds[name], offers[0], count);
}

/** Names the offers of group 13: whether context takeover is excluded, and the bits of the window. */
const named = (isAlone, bits) => `${isAlone ? 'T' : 'F'}${bits}`;
const asked = (isAlone, bits, end) => [
  ...(isAlone ? [`${end}_no_context_takeover`] : []), ...(bits ? [`${end}_max_window_bits=${bits}`] : []),
];
const headerOf = (...parameters) => ['permessage-deflate', ...parameters].join('; ');

/** Formats the offer of a client, or the answer of a server to a client that supports window bits. */
function setting(...choices) {
  const [isAlone, bits] = choices[0];
  return {
    name: choices.map((choice) => named(...choice)).join(', '),
    offer: choices.map(([alone, most]) =>
      headerOf(...asked(alone, most, 'server'), ...(alone ? ['client_no_context_takeover'] : []), 'client_max_window_bits')).join(', '),
    answer: headerOf(...asked(isAlone, bits, 'server'), ...asked(isAlone, bits, 'client')),
  };
}

export const offers = [
  setting([false, 0]), setting([true, 0]), setting([false, 9]), setting([false, 15]), setting([true, 9]), setting([true, 15]),
  setting([true, 9], [true, 0], [false, 0]),
];

export function* group13(count) {
  for (const [i, deflate] of offers.entries()) yield* made(`13.${i + 1}`, `JSON, ${deflate.name}`, kinds.JSON, deflate, count);
}

function* made(id, name, [event, data], deflate, count) {
  for (const [i, [size, cut]] of sizes.entries()) {
    const at = (n) => (n * 7919) % (blob - size); // each message is another piece
    yield {
      id: `${id}.${i + 1}`, what: `${count} messages of ${name}, ${spelt(size)}${cut ? ` in fragments of ${spelt(cut)}` : ''}`,
      deflate, rounds: count, mustCompress: size >= K && name !== 'what is compressed already',
      sendOf: (n) => [{ message: data.subarray(at(n), at(n) + size), kind: event('').kind, cut }],
      get ok() { return Array.from({ length: count }, (_, n) => event(data.subarray(at(n), at(n) + size))); },
    };
  }
}
