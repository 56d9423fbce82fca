// Runs cases over its own connections, and judges the behaviour of the other end.
import { Connection, listen } from './connection.mjs';
import { encode } from './frames.mjs';

const failures = [1002, 1003, 1007, 1008, 1009, 1010, 1011];

/** Runs a case. Returns the verdict, the end that failed the connection, the code, and the reason if the verdict is not OK. */
export async function run(test, link, { patience = 20_000, failFast = 10_000 } = {}) {
  const { ok } = test;
  await act(test, link, failFast, patience);
  const most = Math.max(ok.length, ...(test.nonStrict ?? []).map((list) => list.length));
  let isInTime = true;
  if (test.fails || test.answers) isInTime = await link.until(() => link.isOver || link.events.length > most, patience);
  else await link.until(() => link.isOver || link.events.length >= ok.length, patience);

  const isFirst = link.closed === null && !link.hasEnded ? !link.offence : link.sent !== null;
  const wasDropped = link.hasEnded && link.closed === null;
  const first = link.sent?.code;
  const isClean = link.offence === null && (await link.shut(patience));
  link.destroy();
  return { id: test.id, what: test.what, ...judge(test, ok, link, { isFirst, isInTime, wasDropped, first, isClean }) };
}

async function act(test, link, failFast, patience) {
  if (test.rounds) {
    link.mayPong = true; // it takes long, and nobody pings
    for (let i = 0; i < test.rounds && !link.isOver; i++) {
      await link.send(test.sendOf ? test.sendOf(i).flatMap((one) => link.framesOf(one)) : test.send);
      if (!(await link.until(() => link.isOver || link.events.length > i, patience))) return;
    }

    return;
  }

  let batch = [];
  let cut; // a frame that is sent in chops with pauses between them
  for (const step of test.send) {
    if (step.pause) {
      await link.send(batch, test.chop);
      batch = [];
      await link.until(() => link.isOver, step.isBefore ? 200 : failFast);
      if (link.isOver) return;
      if (test.marksPauses) link.events.push({ kind: 'pause', payload: Buffer.alloc(0) });
    } else if (step.start) {
      const bytes = encode(step.start, link.isClient);
      const end = bytes.length - step.start.payload.length + step.bytes;
      batch.push({ raw: bytes.subarray(0, end) });
      cut = bytes.subarray(end);
    } else if (step.go) {
      batch.push({ raw: cut.subarray(0, step.go) });
      cut = cut.subarray(step.go);
    } else {
      batch.push(step);
    }
  }

  await link.send(batch, test.chop);
}

function judge(test, ok, link, { isFirst, isInTime, wasDropped, first, isClean }) {
  const code = link.closed?.code;
  const hasFailed = wasDropped || (failures.includes(code) && !(isFirst && code === first));
  const failedBy = link.offence ? 'engine' : hasFailed ? 'peer' : null;
  const found = { failedBy, code, hasDropped: wasDropped };
  const as = (verdict, why = '') => ({ verdict, why, ...found });

  if (link.offence) return as('FAILED', `the peer sent ${link.offence}`);
  const rank = same(link.events, ok) ? 'OK' : test.nonStrict?.some((list) => same(link.events, list)) ? 'NON-STRICT' : undefined;
  const seen = wasDropped ? 'it dropped the connection' : link.closed === null ? 'it did not close' : `it closed with ${code}`;
  if (test.isInformational) return as('INFORMATIONAL', `${spelt(link.events)}; ${seen}`);
  if (rank === undefined) return as('FAILED', `it sent ${spelt(link.events)} in place of ${spelt(ok)}; ${seen}`);
  if (test.fails) {
    if (failedBy !== 'peer' || !isInTime) return as('FAILED', `it did not fail the connection: ${seen}`);
    if (wasDropped) return test.mayDrop ? as(rank) : as('NON-STRICT', seen);
    if (!test.fails.includes(code)) return as('FAILED', `${seen} in place of ${test.fails.join(' or ')}`);
  } else {
    const answers = test.answers ?? [1000];
    if (!isFirst) return as('FAILED', `the wrong end: ${seen}`);
    const hasAnswered = failedBy !== 'peer' && link.closed !== null && answers.includes(code);
    if (!hasAnswered) return as('FAILED', `${seen} in place of ${answers.join(' or ')}`);
  }

  if (!isClean) return as('FAILED', 'it did not end the TCP connection');
  if (test.deflate && link.codec === null) return as('FAILED', 'it declined compression');
  if (test.mustCompress && link.codec.compressed === 0) return as('NON-STRICT', 'it compressed nothing');
  return as(rank, rank === 'OK' ? '' : spelt(link.events));
}

const same = (events, list) => events.length === list.length
  && events.every((event, i) => event.kind === list[i].kind && event.payload.equals(list[i].payload));

const spelt = (events) => (events.length === 0 ? 'nothing' : events.length > 8 ? `${events.length} events`
  : events.map(({ kind, payload }) => (payload.length > 24 ? `${kind} of ${payload.length}` : `${kind} "${payload}"`)).join(', '));

const broken = (test, why) => ({ id: test.id, what: test.what, verdict: 'FAILED', failedBy: null, why });

/** Runs the cases as a client of an echo server. */
export async function examineServer(port, cases, { parallel = 16, dial = {}, ...options } = {}) {
  const results = Array(cases.length);
  const left = cases.keys();
  await Promise.all(Array.from({ length: parallel }, async () => {
    for (const i of left) {
      try {
        results[i] = await run(cases[i], await Connection.dial(port, { ...dial, offers: cases[i].deflate?.offer }), options);
      } catch (error) {
        results[i] = broken(cases[i], error.message);
      }
    }
  }));
  return results;
}

function answerTo(head, { deflate }) {
  if (!deflate) return undefined;
  const offered = head.headers['sec-websocket-extensions'] ?? '';
  if (!offered.startsWith('permessage-deflate')) throw new Error(`the client offers "${offered}"`);
  return { 'Sec-WebSocket-Extensions': deflate.answer };
}

/**
 * Runs the cases as a server of an echo client, which requests them one by one or several at a time by `/runCase?case=N`, N from 1 on.
 * `drive` gets the address, and ends when the client has requested all cases.
 */
export async function examineClient(cases, drive, options = {}) {
  const results = cases.map((test) => broken(test, 'the client did not ask for it'));
  const running = [];
  const server = await listen(async (path, upgrade, head) => {
    const number = Number(new URL(path, 'ws://127.0.0.1').searchParams.get('case'));
    if (!(number >= 1 && number <= cases.length)) throw Object.assign(new Error(`no case ${path}`), { status: '404 Not Found' });
    const result = run(cases[number - 1], upgrade(answerTo(head, cases[number - 1])), options);
    running.push(result);
    results[number - 1] = await result;
  });
  try {
    await drive(`ws://127.0.0.1:${server.address().port}`, cases.length);
    await Promise.all(running);
  } finally {
    server.close();
  }

  return { results, faults: server.faults };
}
