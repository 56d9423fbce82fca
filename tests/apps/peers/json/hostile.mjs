// Attacks the server of the sample from a process of its own, on this machine only, bounded in number and time, and measures the effect on
// other clients.
// usage: node hostile.mjs <Pooling.Samples.Apps.JsonExport.dll>; the last line is "Passed: N, Failed: N". The lines before it tell what was measured.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';

const patience = 60_000; // only what is wrong takes so long
const flood = 200;
const large = '/customers/pooled-memory?count=20000'; // 6.3 MB
const largeLength = 6_000_000; // and some
const maxAtOnce = 4; // as the README of the sample says
const maxOfClient = 3;
const connectionsOfClient = 1024;
const maxMegabytes = 400; // of the whole process: a runtime with its code takes about 100

let passed = 0;
let failed = 0;

function check(what, holds, why = '') {
  if (holds) {
    passed++;
  } else {
    failed++;
    console.log(`FAILED ${what}${why === '' ? '' : `: ${why}`}`);
  }
}

const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function until(condition) {
  for (const end = performance.now() + patience; performance.now() < end; await sleep(50)) {
    if (await condition()) {
      return true;
    }
  }

  return false;
}

const child = spawn('dotnet', [process.argv[2], 'serve', '--port', '0', '--until-end-of-input'], { stdio: ['pipe', 'pipe', 'pipe'] });
let complaints = '';
child.stderr.on('data', (data) => (complaints += data));
const [line] = await once(createInterface({ input: child.stdout }), 'line');
const port = Number(new URL(line.replace('listening on ', '')).port);
const host = `127.0.0.1:${port}`;
const other = process.platform === 'darwin' ? undefined : '127.0.0.2'; // another address is another client

/** Returns the response to a well-behaved client: status, headers, body; or a status of 0 and the error. */
function ask(path, { method = 'GET', localAddress, headers = {} } = {}) {
  return new Promise((resolve) => {
    const failedWith = (error) => resolve({ status: 0, error: String(error), headers: {}, body: Buffer.alloc(0) });
    const options = { host: '127.0.0.1', port, path, method, localAddress, headers, agent: false, timeout: patience };
    const asked = request(options, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) }));
      response.on('error', failedWith);
    });
    asked.on('timeout', () => asked.destroy(new Error('no answer')));
    asked.on('error', failedWith);
    asked.end();
  });
}

const statistics = async () => JSON.parse((await ask('/statistics')).body);

/** Opens a connection that sends a text. `reads` is whether it reads the response. */
function open(text, reads) {
  const socket = connect({ host: '127.0.0.1', port });
  socket.received = '';
  socket.ended = false;
  socket.on('error', () => {});
  socket.on('close', () => (socket.ended = true));
  socket.on('connect', () => {
    socket.write(text);
    if (!reads) {
      socket.pause();
    }
  });
  if (reads) {
    socket.on('data', (data) => (socket.received += data.toString('latin1')));
  }

  return socket;
}

const get = (path) => `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`;

/** Returns the memory of the server's process in MB, on systems with /proc. */
function memory() {
  try {
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
    const read = (name) => Math.round(Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)[1]) / 1024);
    return { now: read('VmRSS'), peak: read('VmHWM') };
  } catch {
    return undefined;
  }
}

/** Watches the server and the responses to a well-behaved client for some seconds. */
async function watch(what, seconds) {
  let [most, answers, slowest] = [0, 0, 0];
  const wrong = new Set();
  for (const end = performance.now() + seconds * 1000; answers === 0 || performance.now() < end; await sleep(20)) {
    const start = performance.now();
    const [list, small, whole] =
      await Promise.all([ask('/'), ask('/customers/pooled-pipe?count=1'), ask('/customers/pooled-memory?count=1')]);
    slowest = Math.max(slowest, performance.now() - start);
    for (const { status, error } of [list, small, whole]) {
      if (status !== 200) {
        wrong.add(error ?? status);
      }
    }

    answers += 3;
    // A small document may still be counted when its response is here; a large one of the flood stays.
    const running = [(await statistics()).running, (await statistics()).running];
    most = Math.max(most, Math.min(...running));
  }

  check(`${what}: a bystander's small requests are answered`, wrong.size === 0, [...wrong].join(', '));
  return { most, answers, slowest: Math.round(slowest) };
}

async function checkFlood(what, start) {
  const sockets = start();
  const { most, answers, slowest } = await watch(what, 3);
  check(`${what}: at most ${maxOfClient} documents are written at once`, most <= maxOfClient, String(most));
  const bystander = await ask(large, { localAddress: other });
  check(`${what}: another client gets its document`, !other || (bystander.status === 200 && bystander.body.length > largeLength),
    bystander.error ?? bystander.status);
  sockets.forEach((socket) => socket.destroy());
  const start5 = performance.now();
  let after;
  const ends = await until(async () => {
    after = await statistics();
    return after.running === 0 && after.waiting === 0 && after.wholeDocuments === 0
      && after.writersRented === after.writersReturned;
  });
  check(`${what}: everything ends when the clients have gone, and every writer is back`, ends, JSON.stringify(after));
  check(`${what}: nothing failed`, after.failed === 0, JSON.stringify(after));
  check(`${what}: never more than ${maxAtOnce} whole documents`, after.maxWholeDocuments <= maxAtOnce, String(after.maxWholeDocuments));
  await sleep(Math.max(0, 5000 - (performance.now() - start5)));
  const used = memory();
  check(`${what}: memory stays below ${maxMegabytes} MB`, !used || used.peak < maxMegabytes, `${used?.peak} MB`);
  console.log(`${what}: ${most} at once, ${used?.peak ?? '?'} MB at most, ${used?.now ?? '?'} MB 5 s after; `
    + `${answers} small answers, the slowest 3 in ${slowest} ms`);
}

const many = (count, make) => Array.from({ length: count }, (_, i) => make(i));

await checkFlood('clients that read nothing', () => many(flood, () => open(get(large), false)));
await checkFlood('clients that go at once', () =>
  many(flood, (i) => {
    const socket = open(get(large), false);
    setTimeout(() => socket.destroy(), 50 + i);
    return socket;
  }));
await checkFlood('clients that go half-way', () =>
  many(flood, () => {
    const socket = open(get(large), true);
    socket.on('data', () => socket.received.length > 1_000_000 && socket.destroy());
    return socket;
  }));
await checkFlood('requests one behind the other', () => many(20, () => open(get(large).repeat(50), false)));

// Requests beyond the limit get 503 with Retry-After.
{
  const before = (await statistics()).refused;
  const sockets = many(flood, () => open(get(large), false));
  check('too many are refused', await until(async () => (await statistics()).refused > before));
  const refusal = await ask(large);
  check('a refusal is 503 and tells when to come again',
    refusal.status === 503 && refusal.headers['retry-after'] === '1', refusal.error ?? refusal.status);
  sockets.forEach((socket) => socket.destroy());
  check('a refused client is served later', await until(async () => (await ask(large)).status === 200));
}

// Invalid counts that resemble numbers.
for (const value of ['1%00', '%001', '1%20', '+1', '-1', '-0', '1.0', '1e3', '0x1', '2147483648', '18446744073709551617',
    '9'.repeat(1500), '%D9%A1', '%EF%BC%91', '1&count=1', '', '%FF%00', '%3Cb%3E']) {
  const { status, body } = await ask(`/customers/pooled-memory?count=${value}`);
  check(`count=${value.slice(0, 30)}: 400 and the same words for all`,
    status === 400 && body.toString() === '{"error":"\\u0027count\\u0027 must be given once, as a number from 0 to 20000 in plain digits"}',
    `${status} ${body}`);
}

{
  const { status, body } = await ask('/customers/%3Cscript%3E');
  check('an unknown writer is not repeated', status === 404 && !body.toString().includes('script'), body.toString());
}

// Requests for another host.
for (const [name, status] of [['evil.example', 400], ['127.0.0.1.evil.example', 400], ['localhost', 200], [`127.0.0.1:${port}`, 200]]) {
  const answer = await ask('/', { headers: { host: name } });
  check(`Host: ${name}`, answer.status === status, answer.error ?? answer.status);
}

// HEAD: the headers of GET, without its work.
{
  const before = await statistics();
  const answers = await Promise.all(many(100, () => ask(large, { method: 'HEAD' })));
  const after = await statistics();
  check('HEAD: answered',
    answers.every(({ status, headers, body }) => status === 200 && headers['content-type'] === 'application/json' && body.length === 0));
  check('HEAD: tells the length', answers.every(({ headers }) => Number(headers['content-length']) > largeLength),
    answers[0].headers['content-length']);
  check('HEAD: does no work', after.completed === before.completed && after.writersRented === before.writersRented);
}

// Slow and silent connections: each is closed, and other clients do not wait for them.
{
  const dribbling = many(100, () => open('GET / HTTP/1.1\r\nHost: ', true));
  const timer = setInterval(() => dribbling.forEach((socket) => !socket.ended && socket.write('1')), 500);
  await watch('headers byte by byte', 1);
  check('headers byte by byte: all are closed', await until(() => dribbling.every((socket) => socket.ended)));
  clearInterval(timer);
}

{
  const idle = [];
  for (let i = 0; i < connectionsOfClient + 100; i += 124) { // some at a time: the line before accept is short
    idle.push(...many(Math.min(124, connectionsOfClient + 100 - i), () => open('', true)));
    await until(() => idle.every((socket) => socket.ended || !socket.connecting));
  }

  check('idle connections: those of one client beyond its share are closed',
    await until(() => idle.filter((socket) => socket.ended).length >= 100));
  const bystander = await ask('/customers/pooled-memory?count=1', { localAddress: other });
  check('idle connections: another client is served', !other || bystander.status === 200, bystander.error ?? bystander.status);
  check('idle connections: the others are closed, too', await until(() => idle.every((socket) => socket.ended)));
}

// Requests that are not HTTP, or exceed its limits.
for (const [what, text, status] of [
  ['no HTTP', '\x16\x03\x01\x02\x00\x01\x00\r\n\r\n', 400],
  ['a path of 10 KB', `GET /${'x'.repeat(10_000)} HTTP/1.1\r\nHost: ${host}\r\n\r\n`, 414],
  ['headers of 12 KB', `GET / HTTP/1.1\r\nHost: ${host}\r\nX: ${'x'.repeat(12_000)}\r\n\r\n`, 431],
  ['100 headers', `GET / HTTP/1.1\r\nHost: ${host}\r\n${'X: x\r\n'.repeat(100)}\r\n`, 431],
]) {
  const socket = open(text, true);
  check(`${what}: refused and closed`,
    await until(() => socket.ended) && socket.received.startsWith(`HTTP/1.1 ${status} `),
    socket.received.slice(0, 40));
}

await watch('after all of it', 0.5);
const end = memory();
console.log(`after all of it: ${end?.peak ?? '?'} MB at most, ${end?.now ?? '?'} MB now`);
child.stdin.end();
const [code] = await once(child, 'exit');
check('the server ended well and said nothing', code === 0 && complaints === '', `${code} ${complaints.slice(0, 500)}`);

console.log(`Passed: ${passed}, Failed: ${failed}`);
process.exit(failed === 0 ? 0 : 1);
