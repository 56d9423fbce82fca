// Attacks the server of the sample with UA binary made by hand, on this machine only, bounded in number and time, while a node-opcua client
// subscribes.
// usage: node hostile.mjs <Pooling.Samples.Apps.OpcUa.dll>; the last line is "Passed: N, Failed: N". The lines before it tell what was measured.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { check, counts, pause } from '../game/report.mjs';
import { bombs } from './bombs.mjs';
import { hex } from './conversation.mjs';
import { ended, until } from './crowd.mjs';
import { floods } from './floods.mjs';
import { forgetPeak, memoryOf, otherAddress } from './measure.mjs';
import { openings } from './openings.mjs';
import { answered, beforeChannel, inChannel, requests } from './offences.mjs';
import { Program } from './program.mjs';
import { unfinished } from './unfinished.mjs';
import { Wire, ids } from './wire.mjs';

const maxMegabytes = 700; // of the whole process
const maxPause = 20_000; // milliseconds without a message, on a busy machine
const maxHeap = '0x28000000'; // 640 MB of objects: a request that takes more shows within seconds
const internal = 0x80020000;
const mayBeGood = new Set(['a Write of text that is no UTF-8', 'a Write of data values in variants']);
const only = process.argv[3]; // one attack, to look at it

const isSelf = process.argv[2] === '--self'; // shows what node-opcua makes of it: it does not hold
const folder = mkdtempSync(join(tmpdir(), 'opcua-certificates-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
process.env.DOTNET_GCHeapHardLimit = maxHeap;
const server = await (isSelf ? Program.peer('--security', 'none,sign') : Program.serve(process.argv[2], '--nodes', '40000', '--rate', '20000',
  '--security', 'none,sign,sign-encrypt', '--accept-any', '--certificates', folder));
const bystander = await Program.listening(
  'node', [fileURLToPath(new URL('bystander.mjs', import.meta.url)), server.url, '200', isSelf ? '1' : '200']);
const attacker = (options) => new Wire(server.port, { from: otherAddress, ...options });
const ofBystander = (await server.statistics())?.connections;

await attack('one by one: before a channel', async () => {
  for (const [what, [expected, act]] of Object.entries(beforeChannel)) {
    await ends(what, expected, async () => {
      const wire = attacker();
      await act(wire);
      return wire;
    });
  }
});

await attack('one by one: in a channel', async () => {
  for (const [what, [expected, act]] of Object.entries(inChannel)) {
    await ends(what, expected, async () => {
      const wire = attacker();
      await wire.acknowledged();
      await wire.open();
      await act(wire);
      return wire;
    });
  }
});

await attack('one by one: requests that are none', async () => {
  for (const [what, act] of Object.entries(requests)) {
    const wire = await attacker().join();
    if (typeof act === 'function') act(wire); else wire.post(...act);
    const answer = await wire.answer(20_000).catch((error) => ({ status: String(error) }));
    const status = answer?.status ?? wire.error;
    check(`${what}: a fault or an ERR`, status >= 0x80000000 || (answer && status === 0 && mayBeGood.has(what)), hex(status));
    check(`${what}: not a mistake of the server's own`, status !== internal, hex(status));
    await wire.close();
  }
});

await attack('one by one: requests that are odd', async () => {
  for (const [what, [expected, act]] of Object.entries(answered)) {
    const wire = await attacker().join();
    const answer = await act(wire).catch((error) => ({ status: String(error) }));
    check(`${what}: answered`, expected.includes(answer?.status), `${hex(answer?.status)} ${hex(wire.error)}`);
    const next = await wire.call(ids.Read, (w) => w.double(0).u32(2).i32(1).nodeId(1, 2).u32(13).string(null).u16(0).string(null));
    check(`${what}: the connection stays`, next?.status === 0, `${hex(next?.status)} ${hex(wire.error)}`);
    await wire.close();
  }
});

await attack('random bytes', async () => {
  const wires = Array.from({ length: 100 }, () => attacker());
  for (const wire of wires) wire.write(randomBytes(1 + Math.floor(Math.random() * 20_000)));
  await Promise.all(wires.map((wire) => wire.closes()));
  check('random bytes: each connection ends', wires.every((wire) => wire.ended), `${wires.filter((wire) => !wire.ended).length} do not`);
  const joined = await Promise.all(Array.from({ length: 10 }, () => attacker().join()));
  for (const wire of joined) for (let i = 0; i < 20; i++) wire.write(wire.chunk(randomBytes(1 + Math.floor(Math.random() * 2000))));
  for (const wire of joined) wire.write(randomBytes(1000));
  await Promise.all(joined.map((wire) => wire.closes()));
  check('random bytes: each session ends', joined.every((wire) => wire.ended), `${joined.filter((wire) => !wire.ended).length} do not`);
  await Promise.all([...wires, ...joined].map((wire) => wire.close()));
});

for (const [what, act] of Object.entries({ ...bombs, ...unfinished, ...floods, ...openings })) await attack(what, () => act({ attacker, server }));

check('the attacker may come back as a client', await comesBack());
check('the bystander ended well', (await bystander.end()) === 0, bystander.complaints);
let last;
for (const end = performance.now() + 180_000; performance.now() < end; await pause(500)) {
  last = await server.statistics();
  if (last === null || (last.connections === 0 && last.sessions === 0 && last.outstanding === 0)) break;
}

check('no connection is left', last?.connections === 0, JSON.stringify(last));
check('no session is left', last?.sessions === 0 && last.subscriptions === 0 && last.items === 0, JSON.stringify(last));
check('no buffer is outstanding', last?.outstanding === 0 && last.receivingBytes === 0 && last.sendingBytes === 0, JSON.stringify(last));
check('the server ended well', (await server.end(120_000)) === 0);
check('the server had nothing to complain about', server.complaints === '', server.complaints.slice(0, 500));

console.log(`Passed: ${counts.passed}, Failed: ${counts.failed}`);
process.exit(counts.failed === 0 ? 0 : 1);

/** Runs an attack, and checks its effect on the bystander. */
async function attack(what, act) {
  if (only && !what.includes(only)) return;
  await comesBack(); // the address may open connections again
  await until(async () => !((await server.statistics())?.connections > ofBystander)); // those of the last attack have ended
  await bystander.ask('now');
  forgetPeak(server.child.pid);
  const start = performance.now();
  try {
    await act();
  } catch (error) {
    check(what, false, String(error.stack ?? error).split('\n').slice(0, 3).join(' '));
  }

  await pause(Math.max(0, 1500 - (performance.now() - start)));
  const felt = await feltUntilAMessage();
  const memory = memoryOf(server.child.pid);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`${what}: ${seconds} s; the bystander got ${felt?.messages} messages, at most ${felt?.pause} ms apart and `
    + `${felt?.late} ms late (${felt?.p99} for 99 %); the server has ${memory?.now} MB, ${memory?.peak} at most`);
  check(`${what}: the bystander goes on`, felt !== null && felt.messages > 0 && felt.losses === 0 && felt.gaps === 0, JSON.stringify(felt));
  check(`${what}: and in time`, felt !== null && felt.pause < maxPause && felt.late < maxPause, JSON.stringify(felt));
  check(`${what}: the memory of the server is bounded`, !memory || memory.peak < maxMegabytes, `${memory?.peak} MB`);
  check(`${what}: the server lives`, !server.hasEnded);
}

/** Returns what the bystander felt since it was last asked. If it got nothing yet, a message is awaited. */
async function feltUntilAMessage() {
  let felt = await bystander.ask('now');
  for (const end = performance.now() + maxPause; felt?.messages === 0 && performance.now() < end;) {
    await pause(200);
    const more = await bystander.ask('now');
    felt = more && { ...more, pause: felt.pause + more.pause };
  }

  return felt;
}

async function comesBack() {
  for (let i = 0; i < 60; i++) {
    const wire = attacker();
    const joined = await wire.join().catch(() => null);
    await wire.close();
    if (joined) return true;
    await pause(1000);
  }

  return false;
}

/** Checks that an attack ends its connection for one of the reasons. With `null` among them, the server need not tell. */
async function ends(what, expected, act) {
  const wire = await ended(act, !expected.includes(null));
  check(`${what}: the connection ends`, wire.ended);
  check(`${what}: for a reason`, expected.includes(wire.error), hex(wire.error));
  await wire.close();
}
