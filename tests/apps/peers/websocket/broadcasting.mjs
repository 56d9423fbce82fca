// Checks of broadcasts with npm ws: many listeners, a slow reader, and a hub that drains before it ends.
import { check, pause } from '../game/report.mjs';
import { Connection } from './connection.mjs';
import { Talk } from './talk.mjs';

/** Checks that each listener gets the messages of each sender in order. */
export async function toMany(url) {
  const listeners = await Promise.all(Array.from({ length: 50 }, () => Talk.to(`${url}/broadcast`)));
  const senders = listeners.slice(0, 5);
  const rounds = 200;
  for (let i = 0; i < rounds; i++) {
    for (const [who, sender] of senders.entries()) sender.send(`${who} ${i}`);
    const target = (i + 1) * senders.length;
    if (i % 20 === 19) await Promise.all(listeners.map((one) => one.gets(target))); // no more at once than a socket's queue holds
  }

  const all = rounds * senders.length;
  await Promise.all(listeners.map((one) => one.gets(all)));
  const inOrder = listeners.filter(({ messages }) => messages.length === all && senders.every((_, who) => {
    const his = messages.filter((one) => one.startsWith(`${who} `));
    return his.length === rounds && his.every((one, i) => one === `${who} ${i}`);
  }));
  check(`broadcast: each of ${listeners.length} gets ${all} messages, in the order of each sender`, inOrder.length === listeners.length,
    `${inOrder.length} do: ${listeners[0].messages.length}`);

  const binary = Buffer.from([0, 255, 1, 254]);
  senders[0].send(binary);
  await Promise.all(listeners.map((one) => one.gets(all + 1)));
  const areBinary = listeners.every(({ messages }) => Buffer.isBuffer(messages[all]) && binary.equals(messages[all]));
  check('broadcast: binary stays binary', areBinary);
  await Promise.all(listeners.map((one) => one.close()));
}

const body = 'x'.repeat(16 * 1024);

/** Checks a socket that reads nothing for a while, next to one that does. The hub's policy decides its fate. */
export async function slowReader(url, policy, statistics) {
  const slow = await Connection.dial(Number(new URL(url).port), { path: '/broadcast' });
  const good = await Talk.to(`${url}/broadcast`);
  slow.socket.pause();
  const rounds = 2000; // 32 MB: more than the pipe, the kernel and the queue hold
  for (let i = 0; i < rounds; i++) {
    good.send(`${i} ${body}`);
    if (i % 20 === 19) await good.gets(i + 1);
  }

  const numbers = (messages) => messages.map((one) => Number(one.toString().split(' ', 1)[0]));
  check(`${policy}: who reads gets everything`, numbers(good.messages).every((one, i) => one === i) && good.messages.length === rounds,
    String(good.messages.length));
  slow.socket.resume();
  const last = () => Number(slow.events.at(-1)?.payload.toString('latin1', 0, 5).split(' ')[0]);
  if (policy !== 'drop-newest') await slow.until(() => slow.isOver || last() === rounds - 1, 60_000);
  const hasEnd = () => slow.isOver || last() >= rounds;
  for (let number = rounds; policy !== 'disconnect' && number < rounds + 60 && !hasEnd(); number++) {
    good.send(`${number} last`); // is dropped, too, while the queue is full, unless the oldest are
    await slow.until(hasEnd, 1000);
  }

  const got = numbers(slow.events.map(({ payload }) => payload.toString('latin1', 0, 8)));
  const rising = got.every((one, i) => i === 0 || one > got[i - 1]);
  const told = `${got.length} messages, last ${got.at(-1)}, closed: ${JSON.stringify(slow.closed)}, ${slow.offence}`;
  check(`${policy}: what a slow reader gets is in order and whole`, rising && slow.offence === null, told);
  if (policy === 'disconnect') {
    check(`${policy}: a slow reader is closed with 1008`, slow.closed?.code === 1008 || (slow.hasEnded && slow.closed === null), told);
  } else {
    const missing = rounds - got.filter((one) => one < rounds).length;
    check(`${policy}: a slow reader stays, and misses some`, !slow.isOver && missing > 0 && last() >= rounds, told);
    const gap = got.findIndex((one, i) => one !== i);
    const isNewest = got.includes(rounds - 1);
    check(`${policy}: and those that it says`, policy === 'drop-oldest' ? isNewest : !isNewest, `${told}, gap at ${gap}`);
  }

  if (!slow.isOver) await slow.shut();
  slow.destroy();
  await good.close();
  const now = await statistics();
  check(`${policy}: the hub counts what was dropped`, policy === 'disconnect' || now?.dropped > 0, JSON.stringify(now));
}

/** Checks that a hub that ends sends the waiting messages and a close frame. */
export async function drains(server) {
  const url = server.url;
  const slow = await Connection.dial(server.port, { path: '/broadcast' });
  const sender = await Talk.to(`${url}/broadcast`);
  const idle = await Talk.to(`${url}/echo`);
  const last = await Talk.to(`${url}/echo`);
  slow.socket.pause();
  const count = 150; // 2.4 MB: more than the kernel holds, less than the queue
  for (let i = 0; i < count; i++) {
    sender.send(`${i} ${body}`);
    if (i % 20 === 19) await sender.gets(i + 1); // it is in the room, too: on a busy machine it might not keep up, and miss some
  }

  await sender.gets(count);
  last.send('before the end');
  await last.gets(1);
  const ended = server.end();
  await pause(300);
  slow.socket.resume();
  await slow.until(() => slow.isOver, 20_000);
  const told = `${slow.events.length} of ${count}, ${slow.offence}`;
  check('the end: what waited is sent', slow.events.length === count && slow.offence === null, told);
  check('the end: and then 1001', slow.closed?.code === 1001, JSON.stringify(slow.closed));
  await slow.shut();
  for (const [what, talk] of Object.entries({ sender, idle, last })) {
    const closed = await talk.closes().catch((error) => ({ code: error.message }));
    check(`the end: ${what} is told 1001`, closed.code === 1001, JSON.stringify(closed));
  }

  check('the end: the process ends well', (await ended) === 0, server.complaints.slice(0, 500));
}
