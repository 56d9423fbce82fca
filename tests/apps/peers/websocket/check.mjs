// Tests the sample against npm ws and a case engine of its own, as clients of our hub and as servers of our client.
// usage: node check.mjs <Pooling.Samples.Apps.WebSocket.dll> [--long] [--page <file>], or node check.mjs --self: npm ws with the engine, which shows
// that it judges rightly. A page tells of each case what became of it, in Markdown.
// The last line is "Passed: N, Failed: N".
import { check, counts } from '../game/report.mjs';
import { drains, slowReader, toMany } from './broadcasting.mjs';
import { casesFor, compressedFor } from './cases/all.mjs';
import { broken } from './cases/broken.mjs';
import { group12, group13 } from './cases/compressed.mjs';
import { talkAsClient, talkAsServer } from './echoing.mjs';
import { examineClient, examineServer } from './engine.mjs';
import { Program } from '../opcua/program.mjs';
import { atRest, hub } from './hub.mjs';
import { writePage } from './casebook.mjs';
import { trust } from './trust.mjs';
import { compare, ofInBox } from './verdicts.mjs';

const program = process.argv[2];
const isLong = process.argv.includes('--long');
const isSelf = program === '--self';
const longest = isLong ? ['--max-message', String(16 * 1024 * 1024)] : [];
const count = isLong ? 1000 : 20; // messages of a compressed case
const compressing = { patience: 120_000 };
const ofWs = { perMessageDeflate: { threshold: 0 } };
const patient = ['--timeout', '60']; // a busy machine may take long while nobody reads
const policies = ['drop-oldest', 'drop-newest', 'disconnect'];

await part('the engine', () => trust(isLong));
if (!isSelf) {
  await part('the hub', () => withHub(async (server) => {
    compare('our hub', await examineServer(server.port, casesFor(true, isLong)));
    await talkAsClient('our hub', server.url);
    await toMany(server.url);
  }, ...longest));
  await part('the hub, compressed once for all', () => withHub(async (server) => {
    compare('our hub', await examineServer(server.port, [...group12(count)], compressing));
  }));
  await part('the hub, compressed for each', () => withHub(async (server) => {
    compare('our hub', await examineServer(server.port, [...group13(count), ...broken(true)], compressing));
    await talkAsClient('our hub, compressed', server.url, ofWs);
  }, '--deflate', 'context'));
  for (const policy of policies) {
    const act = (server) => slowReader(server.url, policy, () => server.statistics());
    await part(policy, () => withHub(act, '--policy', policy, ...patient));
  }

  await part('the end', async () => drains(await hub(program, ...patient)));
  await part('the client', async () => {
    const drive = (url, cases) => echo(url, cases, ...longest);
    const { results, faults } = await examineClient(casesFor(false, isLong), drive);
    compare('our client', results, { known: ofInBox, mayDrop: 5 });
    check('our client: its handshakes', faults.length === 0, faults.join('; '));
    await talkAsServer('our client', drive);
  });
  await part('the client, compressed', async () => {
    const drive = (url, cases) => echo(url, cases, '--deflate');
    const { results, faults } = await examineClient(compressedFor(false, count), drive, compressing);
    compare('our client', results, { known: ofInBox, mayDrop: 5 });
    check('our client: its handshakes with compression', faults.length === 0, faults.join('; '));
    await talkAsServer('our client, compressed', drive, ofWs);
  });
}

const page = process.argv.indexOf('--page');
if (page > 0) await writePage(process.argv[page + 1], isLong);

console.log(`Passed: ${counts.passed}, Failed: ${counts.failed}`);
process.exit(counts.failed === 0 ? 0 : 1);

/** Runs our client, which requests each case and echoes its messages. */
async function echo(url, cases, ...options) {
  const client = new Program('dotnet', [program, 'echo', '--url', url, '--cases', String(cases), ...options]);
  check('our client ended well', (await client.exit) === 0, client.complaints.slice(0, 500));
}

async function withHub(act, ...options) {
  const server = await hub(program, ...options);
  await act(server);
  const title = ['hub', ...options].join(' ');
  const last = await atRest(server);
  check(`${title}: no socket and no buffer is left`, last?.sockets === 0 && last.outstanding === 0, JSON.stringify(last));
  const code = await server.end();
  check(`${title}: it ended well`, code === 0 && server.complaints === '', `${code} ${server.complaints.slice(0, 500)}`);
}

async function part(what, act) {
  const start = performance.now();
  try {
    await act();
  } catch (error) {
    check(`${what}: to the end`, false, String(error.stack ?? error).split('\n').slice(0, 3).join(' '));
  }

  console.log(`${what}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
}
