// Groups 9 and 10 of the table: large messages, many small ones, many fragments.
import { binary, fragments, opcodes, text } from '../frames.mjs';
import { echoed, nameOf, texted } from './events.mjs';

const K = 1024;
const M = K * K;
const kinds = [['text', text, texted, opcodes.text, '*'], ['binary', binary, echoed, opcodes.binary, 0xfe]];
const spelt = (size) => (size >= M ? `${size / M} MB` : size >= K ? `${size / K} KB` : `${size} bytes`);

export function* group9() {
  for (const [i, [kind, make, event, , fill]] of kinds.entries()) {
    for (const [n, size] of [64 * K, 256 * K, M, 4 * M, 8 * M, 16 * M].entries())
      yield made(`9.${i + 1}.${n + 1}`, `${kind} of ${spelt(size)}`, (payload) => [make(payload)], event, Buffer.alloc(size, fill));
  }

  for (const [i, [kind, , event, opcode, fill]] of kinds.entries()) {
    for (const [n, size] of [64, 256, K, 4 * K, 16 * K, 64 * K, 256 * K, M, 4 * M].entries()) {
      const what = `4 MB of ${kind} in fragments of ${spelt(size)}`;
      yield made(`9.${i + 3}.${n + 1}`, what, (payload) => fragments(opcode, payload, size), event, Buffer.alloc(4 * M, fill));
    }
  }

  for (const [i, [kind, make, event, , fill]] of kinds.entries()) {
    for (const [n, chop] of [64, 128, 256, 512, 1024, 2048].entries()) {
      yield {
        ...made(`9.${i + 5}.${n + 1}`, `1 MB of ${kind} ${nameOf(chop)}`, (payload) => [make(payload)], event, Buffer.alloc(M, fill)), chop,
      };
    }
  }

  for (const [i, [kind, make, event, , fill]] of kinds.entries()) {
    for (const [n, size] of [0, 16, 64, 256, K, 4 * K].entries()) {
      const payload = Buffer.alloc(size, fill);
      yield {
        id: `9.${i + 7}.${n + 1}`, what: `1,000 round trips of ${spelt(size)}, ${kind}`, send: [make(payload)], rounds: 1000,
        ok: Array.from({ length: 1000 }, () => event(payload)),
      };
    }
  }
}

export function* group10() {
  const payload = Buffer.alloc(65536, '*');
  yield { id: '10.1.1', what: '64 KB in fragments of 1,300', send: fragments(opcodes.text, payload, 1300), ok: [texted(payload)] };
}

/** Creates large messages only when they are needed. */
const made = (id, what, make, event, payload) => ({
  id, what, isLarge: true, get send() { return make(payload); }, get ok() { return [event(payload)]; },
});
