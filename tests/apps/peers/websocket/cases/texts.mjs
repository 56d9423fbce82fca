// Group 6 of the table: UTF-8.
import { fragments, more, opcodes, open, text } from '../frames.mjs';
import { pause, paused, texted } from './events.mjs';

const notText = [1007];
const hex = (digits) => Buffer.from(digits.replaceAll(' ', ''), 'hex');
const greek = Buffer.from('\u03ba\u1f79\u03c3\u03bc\u03b5'); // 11 bytes: five letters of two and three
const mixed = Buffer.from('Hello-\u00b5@\u00df\u00f6\u00e4\u00fc\u00e0\u00e1-UTF-8!!');

const filled = (first, count, last = 'bf') => hex(first + last.repeat(count));
const each = (from, to, then = '') => Buffer.concat(Array.from({ length: to - from + 1 }, (_, i) =>
  Buffer.concat([Buffer.from([from + i]), Buffer.from(then)])));

const missing = [...['c0', 'e080', 'f08080', 'f8808080', 'fc80808080'], ...['df', 'efbf', 'f7bfbf', 'fbbfbfbf', 'fdbfbfbfbf']].map(hex);
const high = ['eda080', 'edadbf', 'edae80', 'edafbf'];
const nonCharacters = Array.from({ length: 17 }, (_, plane) => [0xfffe, 0xffff].map((last) =>
  Buffer.from(String.fromCodePoint(plane * 0x10000 + last)))).flat();

/** The sequences: for each, a list of [bytes, whether they are valid]. */
const sequences = [
  ['some that are valid', [...['$', '\u00a2', '\u20ac', '\u{24b62}'].map((one) => Buffer.from(`hello${one}world`)), greek]
    .map((bytes) => [bytes, true])],
  ['prefixes', Array.from({ length: greek.length }, (_, i) => [greek.subarray(0, i + 1), [2, 5, 7, 9, 11].includes(i + 1)])],
  ['the first of a length', ['00', 'c280', 'e0a080', 'f0908080'].map((digits) => [hex(digits), true])],
  ['the first of five and six', ['f888808080', 'fc8480808080'].map((digits) => [hex(digits), false])],
  ['the last of a length', ['7f', 'dfbf', 'efbfbf', 'f48fbfbf'].map((digits) => [hex(digits), true])],
  ['the last of four, five and six', ['f7bfbfbf', 'fbbfbfbfbf', 'fdbfbfbfbfbf'].map((digits) => [hex(digits), false])],
  ['boundaries', ['ed9fbf', 'ee8080', 'efbfbd', 'f48fbfbf', 'f4908080'].map((digits, i) => [hex(digits), i < 4])],
  ['lone continuations', [hex('80'), hex('bf'), ...[2, 3, 4, 5, 6].map((n) => hex('80bf'.repeat(3)).subarray(0, n)), each(0x80, 0xbf)]
    .map((bytes) => [bytes, false])],
  ['lone starts', [[0xc0, 0xdf], [0xe0, 0xef], [0xf0, 0xf7], [0xf8, 0xfb], [0xfc, 0xfd]].map(([from, to]) => [each(from, to, ' '), false])],
  ['the last byte is missing', missing.map((bytes) => [bytes, false])],
  ['all of these, joined', [[Buffer.concat(missing), false]]],
  ['bytes that never occur', ['fe', 'ff', 'fefeffff'].map((digits) => [hex(digits), false])],
  ['overlong ASCII', ['c0af', 'e080af', 'f08080af', 'f8808080af', 'fc80808080af'].map((digits) => [hex(digits), false])],
  ['overlong, the greatest', [['c1', 1], ['e09f', 1], ['f08f', 2], ['f887', 3], ['fc83', 4]]
    .map(([first, count]) => [filled(first, count), false])],
  ['overlong NUL', [['c0', 1], ['e0', 2], ['f0', 3], ['f8', 4], ['fc', 5]].map(([first, count]) => [filled(first, count, '80'), false])],
  ['single surrogates', [...high, 'edb080', 'edbe80', 'edbfbf'].map((digits) => [hex(digits), false])],
  ['paired surrogates', high.flatMap((first) => ['edb080', 'edbfbf'].map((second) => [hex(first + second), false]))],
  ['non-characters', nonCharacters.map((bytes) => [bytes, true])],
  ['specials', [0xfff9, 0xfffa, 0xfffb, 0xfffc, 0xfffd, 0xfffe, 0xffff].map((one) => [Buffer.from(String.fromCharCode(one)), true])],
];

/** A valid part, an invalid byte, and the rest. A strict end closes before the rest arrives. */
function* failFast() {
  const whole = [greek, hex('f4908080'), Buffer.from('edited')];
  const early = [Buffer.concat([greek, hex('f4')]), hex('90'), hex('8080656469746564')];
  let n = 1;
  for (const way of ['by frames', 'by chops of one frame']) {
    for (const [what, parts] of [['after its bytes', whole], ['at its second byte', early]]) {
      const frames = [text(parts[0], open), pause(true), more(parts[1], open), pause(false), more(parts[2])];
      const cut = [{ start: text(Buffer.concat(parts)), bytes: parts[0].length }, pause(true),
        { go: parts[1].length }, pause(false), { go: parts[2].length }];
      yield {
        id: `6.4.${n++}`, what: `a code point too great, ${what}, ${way}`, send: way === 'by frames' ? frames : cut,
        chop: 'frames', marksPauses: true, ok: [paused], nonStrict: [[paused, paused]], fails: notText,
      };
    }
  }
}

export function* group6() {
  yield { id: '6.1.1', what: 'an empty text', send: [text()], ok: [texted('')] };
  yield { id: '6.1.2', what: 'three empty fragments', send: [text('', open), more('', open), more()], ok: [texted('')] };
  yield { id: '6.1.3', what: 'an empty fragment on both sides', send: [text('', open), more(mixed, open), more()], ok: [texted(mixed)] };
  const split = mixed.indexOf(0xc2) + 2;
  yield { id: '6.2.1', what: 'valid text', send: [text(mixed)], ok: [texted(mixed)] };
  yield { id: '6.2.2', what: 'split at a code point', send: fragments(opcodes.text, mixed, [split]), ok: [texted(mixed)] };
  yield { id: '6.2.3', what: 'fragments of an octet', send: fragments(opcodes.text, mixed, 1), ok: [texted(mixed)] };
  yield { id: '6.2.4', what: 'fragments of an octet, Greek', send: fragments(opcodes.text, greek, 1), ok: [texted(greek)] };
  const broken = Buffer.concat([mixed, hex('eda080'), Buffer.from('edited')]);
  yield { id: '6.3.1', what: 'a surrogate', send: [text(broken)], ok: [], fails: notText };
  yield { id: '6.3.2', what: 'a surrogate, fragments of an octet', send: fragments(opcodes.text, broken, 1), ok: [], fails: notText };
  yield* failFast();
  for (const [i, [what, list]] of sequences.entries()) {
    for (const [n, [bytes, isValid]] of list.entries()) {
      const outcome = isValid ? { ok: [texted(bytes)] } : { ok: [], fails: notText };
      yield { id: `6.${i + 5}.${n + 1}`, what: `${what}: ${bytes.toString('hex').slice(0, 24)}`, send: [text(bytes)], ...outcome };
    }
  }
}
