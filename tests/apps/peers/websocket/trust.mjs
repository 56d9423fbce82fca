// Tests of the engine itself: with npm ws at the other end, whose verdicts are known, and with faulty servers.
import { check } from '../game/report.mjs';
import { careless } from './careless.mjs';
import { casesFor, compressedFor, table } from './cases/all.mjs';
import { examineClient, examineServer } from './engine.mjs';
import { compare, ofWs } from './verdicts.mjs';
import { echoClient, echoServer } from './wspeers.mjs';

const impatient = { failFast: 1000 }; // npm ws is known not to fail fast
const compressing = { perMessageDeflate: { threshold: 0 }, maxPayload: 1024 * 1024 };

export async function trust(isLong) {
  check('the table has 247 cases', table.length === 247 && new Set(table.map(({ id }) => id)).size === 247, String(table.length));
  const server = await echoServer();
  compare('ws as server', await examineServer(server.port, casesFor(true, isLong), impatient), { known: ofWs });
  server.close();
  const { results, faults } = await examineClient(casesFor(false, isLong), echoClient, impatient);
  compare('ws as client', results, { known: ofWs });
  check('ws as client: its handshakes', faults.length === 0, faults.join('; '));

  const count = isLong ? 20 : 5; // it is the engine that is tried here
  check('groups 12 and 13 have 216 cases', compressedFor(true, count).filter(({ id }) => /^1[23]/.test(id)).length === 216);
  const second = await echoServer(compressing);
  compare('ws as server', await examineServer(second.port, compressedFor(true, count), { ...impatient, patience }), { known: ofWs });
  second.close();
  const drive = (url, cases) => echoClient(url, cases, compressing);
  const asked = await examineClient(compressedFor(false, count), drive, { ...impatient, patience });
  compare('ws as client', asked.results, { known: ofWs });
  check('ws as client: its handshakes with compression', asked.faults.length === 0, asked.faults.join('; '));

  const must = table.filter((test) => test.fails);
  const may = table.filter((test) => !test.fails && !test.isInformational && !/^2\.[789]$/.test(test.id));
  await caught('checks nothing', must, ({ verdict, failedBy }) => verdict === 'FAILED' && failedBy === 'engine');
  await caught('checks nothing', may, ({ verdict }) => verdict === 'OK');
  await caught('closes too early', of('1.'), ({ why }) => why.startsWith('the wrong end'));
  await caught('always says 1011', must, ({ verdict, failedBy, code }) => verdict === 'FAILED' && failedBy === 'peer' && code === 1011);
  await caught('always says 1011', of('1.', '5.3'), ({ verdict }) => verdict === 'FAILED');
  const late = must.filter(({ id }) => !/^6\.4\.[12]$/.test(id)); // whose first frame is the offence
  await caught('drops', late, ({ verdict, hasDropped, id }) => verdict === (id.startsWith('7.9') ? 'OK' : 'NON-STRICT') && hasDropped);
  await caught('drops', of('1.', '2.1'), ({ verdict }) => verdict === 'FAILED');
  await caught('never ends', of('1.', '2.1', '7.7'), ({ why }) => why === 'it did not end the TCP connection', 1500);
}

const patience = 120_000; // many messages, beside other work

const of = (...starts) => table.filter(({ id }) => starts.some((start) => id.startsWith(start)));

async function caught(fault, cases, isSeen, patience = 10_000) {
  const server = await careless(fault);
  const results = await examineServer(server.port, cases, { patience, failFast: 100 });
  const missed = results.filter((result) => !isSeen(result));
  check(`a server that ${fault}: seen in each of ${cases.length} cases`, missed.length === 0, JSON.stringify(missed.slice(0, 3)));
  server.close();
}
