// Group 7 of the table: closing.
import { close, frame, more, open, opcodes, ping, text } from '../frames.mjs';
import { texted } from './events.mjs';

const normal = [1000];
const hello = 'Hello, world!';
const good = [1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000, 4999];
const bad = [0, 999, 1004, 1005, 1006, 1016, 1100, 2000, 2999];

/** `answers`: the codes with which the other may answer our close; `undefined` is a close without one. */
export function* group7() {
  const large = Buffer.alloc(256 * 1024, '*');
  yield { id: '7.1.1', what: 'a message, then close', send: [text(hello), close(1000)], ok: [texted(hello)], answers: normal };
  yield { id: '7.1.2', what: 'close twice', send: [close(1000), close(1000)], ok: [], answers: normal };
  yield { id: '7.1.3', what: 'a ping after close', send: [close(1000), ping()], ok: [], answers: normal };
  yield { id: '7.1.4', what: 'text after close', send: [close(1000), text(hello)], ok: [], answers: normal };
  const fragmented = [text('fragment1', open), close(1000), more('fragment2')];
  yield { id: '7.1.5', what: 'the second fragment after close', send: fragmented, ok: [], answers: normal };
  yield {
    id: '7.1.6', what: '256 KB, then close and a ping', send: [text(large), close(1000), ping()], ok: [texted(large)], nonStrict: [[]],
    answers: normal, isInformational: true,
  };
  const closing = (id, what, payload, outcome) => ({ id, what, send: [frame(opcodes.close, payload)], ok: [], ...outcome });
  const withReason = (length) => Buffer.concat([close(1000).payload, Buffer.alloc(length, '*')]);
  yield closing('7.3.1', 'close without a payload', '', { answers: [undefined, 1000] });
  yield closing('7.3.2', 'close with one byte', 'a', { fails: [1002] });
  yield closing('7.3.3', 'close with a code', close(1000).payload, { answers: normal });
  yield closing('7.3.4', 'close with a reason', close(1000, hello).payload, { answers: normal });
  yield closing('7.3.5', 'close with a reason of 123', withReason(123), { answers: normal });
  yield closing('7.3.6', 'close with a reason of 124', withReason(124), { fails: [1002] });
  const reason = Buffer.from('cebae1bdb9cf83cebcceb5f4908080656469746564', 'hex');
  yield closing('7.5.1', 'close with a reason that is no UTF-8', close(1000, reason).payload, { fails: [1002, 1007] });
  const withCode = (id, code, outcome) => closing(id, `close with ${code}`, close(code).payload, outcome);
  for (const [i, code] of good.entries()) yield withCode(`7.7.${i + 1}`, code, { answers: [code, 1000] });
  for (const [i, code] of bad.entries()) yield withCode(`7.9.${i + 1}`, code, { fails: [1002], mayDrop: true });
  for (const [i, code] of [5000, 65535].entries())
    yield withCode(`7.13.${i + 1}`, code, { answers: [code, 1000, 1002], isInformational: true });
}
