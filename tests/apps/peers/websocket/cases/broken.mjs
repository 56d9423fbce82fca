// Cases beyond the table: compressed messages that are invalid or rare.
import { deflateRawSync } from 'node:zlib';
import { binary, bytesOf, close, fragments, more, open, opcodes, ping, pong, text } from '../frames.mjs';
import { echoed, ponged, texted } from './events.mjs';
import { offers } from './compressed.mjs';

const M = 1024 * 1024;
const alone = offers[1];
const set = { rsv: 4 };
const hello = Buffer.from([0xf2, 0x48, 0xcd, 0xc9, 0xc9, 0x07, 0x00]); // these are the examples of RFC 7692, 7.2.3
const again = Buffer.from([0xf2, 0x00, 0x11, 0x00, 0x00]);
const stored = Buffer.from([0x00, 0x05, 0x00, 0xfa, 0xff, 0x48, 0x65, 0x6c, 0x6c, 0x6f, 0x00]);
const asLast = Buffer.from([0xf3, 0x48, 0xcd, 0xc9, 0xc9, 0x07, 0x00, 0x00]);
const inTwo = Buffer.from([0xf2, 0x48, 0x05, 0x00, 0x00, 0x00, 0xff, 0xff, 0xca, 0xc9, 0xc9, 0x07, 0x00]);

export const deflated = (message) => deflateRawSync(bytesOf(message), { finishFlush: 2 }).subarray(0, -4);

/** Returns compressed spaces; 2 MB are about 2 KB. */
const bomb = (size) => deflated(Buffer.alloc(size, ' '));

export function* broken(isClient) {
  const protocol = [1002];
  const data = [1002, 1007];
  const fails = (id, what, codes, ...send) => ({ id, what, deflate: alone, send, ok: [], fails: codes });
  const works = (id, what, send, ok, deflate = alone, chop = 'whole') => ({ id, what, deflate, send, ok, chop });

  yield fails('own.7.1', 'the compressed bit on a ping', protocol, ping('1', set));
  yield fails('own.7.2', 'the compressed bit on a pong', protocol, pong('1', set));
  yield fails('own.7.3', 'the compressed bit on a close', protocol, close(1000, '', set));
  yield fails('own.7.4', 'the compressed bit on the rest of a compressed message', protocol,
    text(hello.subarray(0, 3), { ...open, ...set }), more(hello.subarray(3), set));
  yield fails('own.7.5', 'the compressed bit on the rest of one that is not', protocol, text('Hel', open), more('lo', set));
  yield fails('own.7.6', 'another reserved bit beside it', protocol, text(hello, { rsv: 6 }));
  yield fails('own.7.7', 'another reserved bit alone', protocol, text(hello, { rsv: 1 }));

  yield fails('own.8.1', 'no deflate data', data, binary(Buffer.from([0xff, 0xff, 0xff]), set));
  yield fails('own.8.2', 'a message that is cut', data, text(deflated('x'.repeat(50) + 'yz'.repeat(50)).subarray(0, -4), set));
  yield fails('own.8.3', 'a reference to the message before', data, text(again, set));
  yield fails('own.8.4', 'text that is no UTF-8 when it is inflated', data, text(deflated(Buffer.from([0x61, 0xff])), set));
  yield fails('own.8.5', 'half a code point when it is inflated', data, text(deflated(Buffer.from([0xe2, 0x82])), set));

  yield fails('own.9.1', '2 MB in 2 KB', [1008, 1009], binary(bomb(2 * M), set));
  yield fails('own.9.2', '50 MB in 50 KB', [1008, 1009], binary(bomb(50 * M), set));
  yield fails('own.9.3', '50 MB in fragments', [1008, 1009], ...fragments(opcodes.binary, bomb(50 * M), 1000)
    .map((one, i) => (i === 0 ? { ...one, ...set } : one)));
  if (isClient) yield works('own.9.4', 'almost 1 MB in 1 KB', [binary(bomb(M - 1), set)], [echoed(Buffer.alloc(M - 1, ' '))]);

  yield works('own.10.1', 'the examples of the RFC', [text(hello, set), text(stored, set), text(inTwo, set), text(hello, set)],
    Array(4).fill(texted('Hello')));
  yield works('own.10.2', 'the last block of a stream, and another message', [text(asLast, set), text(hello, set)],
    Array(2).fill(texted('Hello')));
  yield works('own.10.3', 'the same with a context', [text(asLast, set), text(hello, set)], Array(2).fill(texted('Hello')), offers[0]);
  yield works('own.10.4', 'a reference to the message before, where it may be', [text(hello, set), text(again, set)],
    Array(2).fill(texted('Hello')), offers[0]);
  yield works('own.10.5', 'an empty message', [text(Buffer.from([0]), set), text(hello, set)], [texted(''), texted('Hello')]);
  yield works('own.10.6', 'messages that are not compressed among those that are', [text('a'), text(hello, set), binary('b')],
    [texted('a'), texted('Hello'), echoed('b')]);
  const parts = fragments(opcodes.text, hello, 1).map((one, i) => (i === 0 ? { ...one, ...set } : one));
  const between = parts.slice(0, -1).flatMap((one) => [one, ping('1')]);
  yield works('own.10.7', 'fragments of an octet with pings between', [...between, parts.at(-1)],
    [...Array(parts.length - 1).fill(ponged('1')), texted('Hello')], alone, 'frames');
  yield works('own.10.8', 'octet by octet', [text(hello, set), text(inTwo, set)], Array(2).fill(texted('Hello')), alone, 1);
}
