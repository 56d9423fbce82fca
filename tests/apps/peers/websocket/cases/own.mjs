// Cases beyond the table: masks, lengths, the compression bit without an agreement, split headers, UTF-8 across fragments.
import { binary, close, fragments, frame, more, open, opcodes, ping, pong, text } from '../frames.mjs';
import { echoed, nameOf, texted } from './events.mjs';

const protocol = [1002];
const hello = 'Hello, world!';
const raw = (...bytes) => ({ raw: Buffer.from(bytes.flat()) });

/** Returns the cases for one direction. `isClient` is whether the engine is the client. */
export function* own(isClient) {
  const mask = isClient ? 0x80 : 0;
  const key = isClient ? [1, 2, 3, 4] : [];
  const wrong = { masked: !isClient };
  const fails = (id, what, ...send) => ({ id, what, send, ok: [], fails: protocol });

  yield fails('own.1.1', isClient ? 'text that is not masked' : 'text that is masked', text(hello, wrong));
  yield fails('own.1.2', 'the first two bytes of such a frame', raw(0x81, (isClient ? 0 : 0x80) | 20));
  yield fails('own.1.3', 'such a ping', ping(hello, wrong));
  yield fails('own.1.4', 'such a close', close(1000, '', wrong));
  yield fails('own.1.5', 'such a second fragment', text(hello, open), more(hello, wrong));

  yield fails('own.2.1', 'a length of 125 in two bytes', text(Buffer.alloc(125, '*'), { form: 2 }));
  yield fails('own.2.2', 'a length of 0 in eight bytes', binary('', { form: 8 }));
  yield fails('own.2.3', 'a length of 65535 in eight bytes', binary(Buffer.alloc(65535), { form: 8 }));
  yield fails('own.2.4', 'a ping of 5 in two bytes', ping('12345', { form: 2 }));
  yield { ...fails('own.2.5', 'a length with the top bit', raw(0x82, mask | 127, [0x80, 0, 0, 0, 0, 0, 0, 1], key)), fails: [1002, 1009] };
  yield { ...fails('own.2.6', 'a length with all bits', raw(0x82, mask | 127, Array(8).fill(255), key)), fails: [1002, 1009] };
  if (isClient) { // the websocket of .NET tells a client of a frame only when its bytes come
    yield { ...fails('own.2.7', 'a length of 2^62', raw(0x82, mask | 127, [0x40, 0, 0, 0, 0, 0, 0, 0], key)), fails: [1009] };
    yield { ...fails('own.2.8', 'a length of 2^32', raw(0x82, mask | 127, [0, 0, 0, 1, 0, 0, 0, 0], key)), fails: [1009] };
  }

  yield fails('own.3.1', 'the compressed bit on a ping', ping(hello, { rsv: 4 }));
  yield fails('own.3.2', 'the compressed bit on a pong', pong(hello, { rsv: 4 }));
  yield fails('own.3.3', 'the compressed bit on a close', close(1000, '', { rsv: 4 }));
  yield fails('own.3.4', 'the compressed bit on a continuation', text(hello, open), more(hello, { rsv: 4 }));
  yield fails('own.3.5', 'the compressed bit on text that is whole', text(hello, { rsv: 4 }));

  yield fails('own.4.1', 'a binary frame in the middle of a text', text(hello, open), binary(hello));
  yield fails('own.4.2', 'a close in two fragments', frame(opcodes.close, close(1000).payload, open), more(hello));
  yield fails('own.4.3', 'the head of a ping of 126', raw(0x89, mask | 126, isClient ? [] : [0, 126])); // .NET reads such a head whole
  yield fails('own.4.4', 'the first byte of reserved bits, and a second', raw(0xf1, mask | 5));

  for (const [i, [size, chop]] of [[125, 1], [200, 1], [66_000, 13]].entries()) {
    const payload = Buffer.alloc(size, '*');
    yield { id: `own.5.${i + 1}`, what: `${size} bytes ${nameOf(chop)}`, send: [text(payload)], chop, ok: [texted(payload)] };
  }

  const hundred = Array.from({ length: 100 }, (_, i) => `message ${i}`);
  yield { id: 'own.5.4', what: 'a hundred messages in one write', send: hundred.map((one) => text(one)), ok: hundred.map(texted) };
  const mixed = [text('one'), binary('two'), text('', open), more('thr', open), more('ee'), binary('', open), more('four')];
  yield {
    id: 'own.5.5', what: 'messages of both kinds in chops of 5', send: mixed, chop: 5,
    ok: [texted('one'), echoed('two'), texted('three'), echoed('four')],
  };

  const euro = Buffer.from('\u20ac');
  const split = (...parts) => parts.map((part, i) =>
    frame(i === 0 ? opcodes.text : opcodes.continuation, part, { fin: i === parts.length - 1 }));
  yield {
    id: 'own.6.1', what: 'a code point split by empty fragments',
    send: split(euro.subarray(0, 1), '', euro.subarray(1, 2), '', euro.subarray(2)), ok: [texted(euro)],
  };
  yield {
    id: 'own.6.2', what: 'a code point that an empty last fragment leaves',
    send: split(euro.subarray(0, 2), ''), ok: [], fails: [1007],
  };
  yield {
    id: 'own.6.3', what: 'half a code point, then a message of its own',
    send: [text(euro.subarray(0, 2)), text(euro.subarray(2))], ok: [], fails: [1007],
  };
  yield {
    id: 'own.6.4', what: 'binary that is no UTF-8, in fragments',
    send: fragments(opcodes.binary, Buffer.alloc(300, 0xff), 7), ok: [echoed(Buffer.alloc(300, 0xff))],
  };
  yield {
    id: 'own.6.5', what: 'text that is none, behind text that is',
    send: [text('one'), text(Buffer.from([0xff]))], ok: [texted('one')], nonStrict: [[]], fails: [1007],
  };
}
