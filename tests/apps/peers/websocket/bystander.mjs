// A well-behaved client next to hostile ones: requests echoes, broadcasts, listens, and reports how long each took.
// usage: node bystander.mjs <ws://host:port>; ends with its input. A line of input is answered with a line of JSON when
// an echo and a broadcast that were sent after it have come, or the time is over: `now` with a report of what was felt
// since the last one, `follow` with `{}`.
import { createInterface } from 'node:readline';
import { pause, quantile } from '../game/report.mjs';
import { Talk } from './talk.mjs';

const [url] = process.argv.slice(2);
const every = 20; // milliseconds
const patience = 20_000;
const echoes = await follow('/echo');
const listener = await follow('/broadcast');
const sender = await follow('/broadcast');

let sent = 0;
let isOn = true;
const fresh = () => ({ echoes: 0, broadcasts: 0, late: 0, times: [], pause: 0, gaps: 0 });
let felt = fresh();
let lastAt = performance.now();
let nextEcho = 0;
let nextBroadcast = 0;

echoes.socket.on('message', (data) => {
  const [number, at] = data.toString().split(' ').map(Number);
  felt.gaps += number - nextEcho;
  nextEcho = number + 1;
  felt.echoes++;
  felt.times.push(performance.now() - at);
  note(at);
});
listener.socket.on('message', (data) => {
  const [who, number, at] = data.toString().split(' ');
  if (who !== 'bystander') return; // others may send, too
  felt.gaps += Number(number) - nextBroadcast;
  nextBroadcast = Number(number) + 1;
  felt.broadcasts++;
  note(Number(at));
});

const timer = setInterval(() => {
  if (!isOn) return;
  echoes.send(`${sent} ${performance.now()}`);
  sender.send(`bystander ${sent} ${performance.now()}`);
  sent++;
}, every);

console.log(`listening on ${url}`); // as servers say that they are ready
const input = createInterface({ input: process.stdin });
input.on('line', async (line) => {
  await caughtUp();
  if (line === 'follow') return void console.log('{}');
  felt.pause = Math.max(felt.pause, performance.now() - lastAt);
  const { times, ...rest } = felt;
  const p99 = Math.round(quantile(times, 0.99)); // of echoes
  const [pause, late] = [felt.pause, felt.late].map(Math.round);
  console.log(JSON.stringify({ ...rest, p99, pause, late, closed: closed() }));
  felt = fresh();
  lastAt = performance.now();
});
input.on('close', async () => {
  isOn = false;
  clearInterval(timer);
  const ended = setTimeout(() => process.exit(1), 20_000);
  for (const talk of [echoes, listener, sender]) await talk.close();
  clearTimeout(ended);
  process.exit(0);
});

const closed = () => [echoes, listener, sender].map((talk) => talk.closed).filter(Boolean);

/** Waits until all is received that was sent before, and one message more of each kind. */
async function caughtUp() {
  const from = sent;
  const isBehind = () => nextEcho <= from || nextBroadcast <= from;
  for (const end = performance.now() + patience; isBehind() && closed().length === 0 && performance.now() < end;)
    await pause(every);
}

function note(at) {
  const now = performance.now();
  felt.late = Math.max(felt.late, now - at);
  felt.pause = Math.max(felt.pause, now - lastAt);
  lastAt = now;
}

async function follow(path) {
  const talk = await Talk.to(url + path);
  talk.socket.on('message', () => { talk.messages.length = 0; }); // they are counted, not kept
  return talk;
}
