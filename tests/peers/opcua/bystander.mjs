// Somebody who behaves, while others do not: subscribes, and says each second what came and how late.
// usage: node bystander.mjs <url> <items>; ends with its input. The last line of a report is JSON; a line of input asks for one.
import { createInterface } from 'node:readline';
import { connectTo } from './peer.mjs';
import { Watch } from './watch.mjs';

const [url, items] = process.argv.slice(2);
const client = await connectTo(url, { maxRetry: 0 });
let losses = 0;
client.on('connection_lost', () => losses++);
const session = await client.createSession();
const watch = new Watch(session);
watch.keeps = false;
await watch.subscribe(Array.from({ length: Number(items) }, (_, i) => `ns=2;i=${i + 1}`), { queueSize: 100 });

let messages = 0;
let late = 0; // the most milliseconds from a change to here
let pause = 0; // the most milliseconds without a message
let last = performance.now();
watch.subscription.on('raw_notification', ({ notificationData }) => {
  const now = performance.now();
  pause = Math.max(pause, now - last);
  last = now;
  messages++;
  for (const { value } of notificationData?.flatMap((data) => data?.monitoredItems ?? []) ?? [])
    late = Math.max(late, Date.now() - value.sourceTimestamp.getTime());
});

console.log(`listening on ${url}`); // as servers say that they are ready
const input = createInterface({ input: process.stdin });
input.on('line', () => {
  pause = Math.max(pause, performance.now() - last);
  console.log(JSON.stringify({ messages, late, pause: Math.round(pause), gaps: watch.gaps, losses }));
  messages = late = pause = 0;
  last = performance.now();
});
input.on('close', async () => {
  const timer = setTimeout(() => process.exit(1), 20_000);
  await session.close();
  await client.disconnect();
  clearTimeout(timer);
  process.exit(0);
});
