// A well-behaved client next to hostile ones: subscribes, and reports each second which values came and how late.
// usage: node bystander.mjs <url> <items> [<step>], which takes each so many variables; ends with its input. The last line of a report is
// JSON; a line of input asks for one.
import { createInterface } from 'node:readline';
import { connectTo } from './peer.mjs';
import { Watch } from './watch.mjs';

const [url, items, step = 1] = process.argv.slice(2);
const client = await connectTo(url, { maxRetry: 0 });
let losses = 0;
client.on('connection_lost', () => losses++);
const session = await client.createSession();
const watch = new Watch(session);
watch.keeps = false;
await watch.subscribe(Array.from({ length: Number(items) }, (_, i) => `ns=2;i=${(i * step) + 1}`), { queueSize: 100 });

let messages = 0;
let lates = []; // milliseconds from each change to here
let pause = 0; // the most milliseconds without a message
let last = performance.now();
watch.subscription.on('raw_notification', ({ notificationData }) => {
  const now = performance.now();
  pause = Math.max(pause, now - last);
  last = now;
  messages++;
  if (watch.messages <= 1) return; // the initial values
  for (const { value } of notificationData?.flatMap((data) => data?.monitoredItems ?? []) ?? [])
    lates.push(Date.now() - value.sourceTimestamp.getTime());
});

console.log(`listening on ${url}`); // as servers say that they are ready
const input = createInterface({ input: process.stdin });
input.on('line', () => {
  pause = Math.max(pause, performance.now() - last);
  lates.sort((a, b) => a - b);
  const [late, p99] = [lates.at(-1) ?? 0, lates[Math.floor(lates.length * 0.99)] ?? 0];
  console.log(JSON.stringify({ messages, late, p99, pause: Math.round(pause), gaps: watch.gaps, losses }));
  messages = pause = 0;
  lates = [];
  last = performance.now();
});
input.on('close', async () => {
  const timer = setTimeout(() => process.exit(1), 20_000);
  await session.close();
  await client.disconnect();
  clearTimeout(timer);
  process.exit(0);
});
