// Groups 1 to 5 of the table: sizes, pings, reserved bits, opcodes, fragments.
import { binary, close, fragments, frame, more, open, opcodes, ping, pong, text } from '../frames.mjs';
import { chops, echoed, nameOf, pause, ponged, texted } from './events.mjs';

const protocol = [1002];
const sizes = [0, 125, 126, 127, 128, 65535, 65536];
const hello = 'Hello, world!';

function* sized(group, make, event, fill) {
  const cut = [...sizes.map((size) => [size, 'whole']), [65536, 997]];
  for (const [i, [size, chop]] of cut.entries()) {
    const payload = Buffer.alloc(size, fill);
    yield { id: `1.${group}.${i + 1}`, what: `${size} bytes ${nameOf(chop)}`, send: [make(payload)], chop, ok: [event(payload)] };
  }
}

export function* group1() {
  yield* sized(1, text, texted, '*');
  yield* sized(2, binary, echoed, 0xfe);
}

export function* group2() {
  const bad = Buffer.from([0, 255, 254, 253, 252, 251, 0, 255]);
  const long = Buffer.alloc(125, 0xfe);
  const ten = Array.from({ length: 10 }, (_, i) => `ping ${i}`);
  yield { id: '2.1', what: 'an empty ping', send: [ping()], ok: [ponged()] };
  yield { id: '2.2', what: 'a ping with text', send: [ping(hello)], ok: [ponged(hello)] };
  yield { id: '2.3', what: 'a ping with what is no UTF-8', send: [ping(bad)], ok: [ponged(bad)] };
  yield { id: '2.4', what: 'a ping of 125', send: [ping(long)], ok: [ponged(long)] };
  yield { id: '2.5', what: 'a ping of 126', send: [ping(Buffer.alloc(126, 0xfe))], ok: [], fails: protocol };
  yield { id: '2.6', what: 'a ping of 125, octet by octet', send: [ping(long)], chop: 1, ok: [ponged(long)] };
  yield { id: '2.7', what: 'a pong nobody asked for', send: [pong()], ok: [] };
  yield { id: '2.8', what: 'a pong with a payload nobody asked for', send: [pong(hello)], ok: [] };
  yield { id: '2.9', what: 'a pong, then a ping', send: [pong('not asked for'), ping('asked for')], ok: [ponged('asked for')] };
  yield { id: '2.10', what: 'ten pings', send: ten.map((one) => ping(one)), chop: 'frames', ok: ten.map(ponged) };
  yield { id: '2.11', what: 'ten pings, octet by octet', send: ten.map((one) => ping(one)), chop: 1, ok: ten.map(ponged) };
}

export function* group3() {
  yield { id: '3.1', what: 'reserved bits 1 on text', send: [text(hello, { rsv: 1 })], ok: [], fails: protocol };
  for (const [i, chop] of chops.entries()) {
    const rsv = i + 2;
    yield {
      id: `3.${rsv}`, what: `text, text with reserved bits ${rsv}, ping, ${nameOf(chop)}`, chop,
      send: [text(hello), text(hello, { rsv }), ping()], ok: [texted(hello)], nonStrict: [[]], fails: protocol,
    };
  }

  yield { id: '3.5', what: 'reserved bits 5 on binary', send: [binary(Buffer.alloc(8, 0xfe), { rsv: 5 })], ok: [], fails: protocol };
  yield { id: '3.6', what: 'reserved bits 6 on opcode 2', send: [frame(2, hello, { rsv: 6 })], ok: [], fails: protocol };
  yield { id: '3.7', what: 'reserved bits 7 on close', send: [close(undefined, '', { rsv: 7 })], ok: [], fails: protocol };
}

export function* group4() {
  for (const [i, first] of [3, 11].entries()) {
    const id = (n) => `4.${i + 1}.${n}`;
    yield { id: id(1), what: `opcode ${first}`, send: [frame(first)], ok: [], fails: protocol };
    yield { id: id(2), what: `opcode ${first + 1} with a payload`, send: [frame(first + 1, 'reserved')], ok: [], fails: protocol };
    for (const [n, [payload, chop]] of [['', 'whole'], ['reserved', 'frames'], ['reserved', 1]].entries()) {
      yield {
        id: id(n + 3), what: `text, opcode ${first + 2 + n}, ping, ${nameOf(chop)}`, chop,
        send: [text(hello), frame(first + 2 + n, payload), ping()], ok: [texted(hello)], nonStrict: [[]], fails: protocol,
      };
    }
  }
}

export function* group5() {
  const halves = () => [text('fragment1', open), more('fragment2')];
  const whole = texted('fragment1fragment2');
  let n = 1;
  for (const [what, opcode] of [['ping', opcodes.ping], ['pong', opcodes.pong]]) {
    const send = [frame(opcode, 'fragment1', open), more('fragment2')];
    yield { id: `5.${n++}`, what: `a ${what} in two fragments`, send, ok: [], fails: protocol };
  }

  for (const chop of chops) yield { id: `5.${n++}`, what: `text in two fragments, ${nameOf(chop)}`, send: halves(), chop, ok: [whole] };
  for (const chop of chops) {
    const send = [text('fragment1', open), ping('between'), more('fragment2')];
    yield { id: `5.${n++}`, what: `a ping between two fragments, ${nameOf(chop)}`, send, chop, ok: [ponged('between'), whole] };
  }

  for (const fin of [true, false]) {
    for (const chop of chops) {
      yield {
        id: `5.${n++}`, what: `a continuation of nothing, FIN ${fin ? 1 : 0}, then text, ${nameOf(chop)}`, chop,
        send: [more('of nothing', { fin }), text(hello)], ok: [], fails: protocol,
      };
    }
  }

  yield {
    id: `5.${n++}`, what: 'a good message, a continuation of nothing, text', send: [...halves(), more('of nothing', open), text(hello)],
    ok: [whole], nonStrict: [[]], fails: protocol,
  };
  for (const fin of [false, true]) {
    const once = [more('of nothing', { fin }), ...halves()];
    const what = `twice a continuation of nothing, FIN ${fin ? 1 : 0}, and a message`;
    yield { id: `5.${n++}`, what, send: [...once, ...once], ok: [], fails: protocol };
  }

  const texts = [text('fragment1', open), text('fragment2')];
  yield { id: `5.${n++}`, what: 'a second fragment that is text', send: texts, ok: [], fails: protocol };
  const five = fragments(opcodes.text, 'fragment1fragment2fragment3fragment4fragment5', 9);
  for (const chop of ['whole', 'frames']) {
    yield {
      id: `5.${n++}`, what: `five fragments and two pings, ${nameOf(chop)}`, chop,
      send: [five[0], five[1], ping('ping 1'), pause(true), five[2], five[3], ping('ping 2'), five[4]],
      ok: [ponged('ping 1'), ponged('ping 2'), texted('fragment1fragment2fragment3fragment4fragment5')],
    };
  }
}
