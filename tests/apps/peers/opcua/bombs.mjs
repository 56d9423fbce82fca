// Requests that are small and ask for much, and clients that take more than their share. The server runs with a limit for its heap, so that
// what is not counted ends it within seconds.
import { check, pause } from '../game/report.mjs';
import { Writer } from './bytes.mjs';
import { hex } from './conversation.mjs';
import { all, end, ended, joined, many, othersGetIn, readOne, until } from './crowd.mjs';
import { Wire, ids } from './wire.mjs';

const TOO_MANY_OPERATIONS = 0x80100000;
const TOO_MANY_ITEMS = 0x80db0000;
const RESPONSE_TOO_LARGE = 0x80b90000;
const ENCODING_LIMITS = 0x80080000;

const maxItems = 500_000; // of all clients together
const maxAnswer = 8 << 20; // bytes of one answer
const nodes = 40_000;
const seconds = (start) => ((performance.now() - start) / 1000).toFixed(1);

/** Writes the id of an array with one number for each variable of the server: 160 KB. */
const changes = (writer) => writer.u8(3).u16(2).string('Changes');
const ofValue = (writer) => writer.u32(13).string(null).u16(0).string(null);
const readChanges = (count) => (writer) => {
  const one = ofValue(changes(new Writer())).end();
  writer.double(0).u32(2).i32(count);
  for (let i = 0; i < count; i++) writer.raw(one);
};

export const bombs = {
  'a small Read of very much': async ({ attacker, server }) => {
    const what = 'a small Read of very much';
    const wire = await attacker().join();
    const answer = await wire.call(ids.Read, readChanges(20_000)); // 560 KB ask for 3.2 GB
    check(`${what}: refused`, answer?.status === RESPONSE_TOO_LARGE, `${hex(answer?.status)} ${hex(wire.error)}`);
    await livesOn(what, wire);
    const some = await wire.call(ids.Read, readChanges(40));
    check(`${what}: less of it is answered`, some?.status === 0 && some.reader.buffer.length > 40 * 4 * nodes, hex(some?.status));
    const wires = await joined(attacker, 8);
    const statuses = [];
    await all(wires, async (one) => {
      for (let i = 0; i < 3; i++) statuses.push((await one.call(ids.Read, readChanges(20_000)))?.status ?? one.error);
    });
    check(`${what}: from many at the same time, too`, statuses.every((status) => status === RESPONSE_TOO_LARGE),
      [...new Set(statuses)].map(hex).join());
    await othersGetIn(what, server);
    await end([wire, ...wires]);
  },

  'a Read of many that read nothing': async ({ attacker, server }) => {
    const what = 'a Read of many that read nothing';
    const wires = await joined(attacker, 40);
    for (const wire of wires) {
      wire.socket.pause();
      for (let i = 0; i < 3; i++) wire.post(ids.Read, readChanges(40)); // 6.4 MB each
    }

    await pause(2000);
    const { sendingBytes } = await server.statistics() ?? {};
    check(`${what}: they have a share of the memory`, sendingBytes <= 40 << 20, String(sendingBytes));
    await othersGetIn(what, server);
    await end(wires);
  },

  'items of an array': async ({ attacker, server }) => {
    const what = 'items of an array';
    const wire = await attacker().join();
    const subscription = await wire.createSubscription({ interval: 60_000 });
    const answer = await wire.call(ids.CreateMonitoredItems, (writer) => { // 2.6 MB ask for 8 GB
      const one = ofValue(changes(new Writer())).u32(2).u32(1).double(0).nodeId(null).u8(0).u32(1).u8(1).end();
      writer.u32(subscription).u32(2).i32(50_000);
      for (let i = 0; i < 50_000; i++) writer.raw(one);
    });
    const results = statusesOf(answer, 23); // a status, two numbers, a time and no filter
    check(`${what}: some are created`, results.get(0) > 0, `${hex(answer?.status)} ${hex(wire.error)}`);
    check(`${what}: and most are refused`, results.get(TOO_MANY_ITEMS) > 40_000, shown(results));
    await livesOn(what, wire);
    await othersGetIn(what, server);
    await wire.close();
    check(`${what}: they go with the session`, await until(async () => (await server.statistics())?.items < 1000));
  },

  'messages of an array': async ({ attacker, server }) => {
    const what = 'messages of an array';
    const wire = await attacker().join();
    const subscription = await wire.createSubscription({ interval: 50 });
    await wire.call(ids.CreateMonitoredItems, (writer) => {
      writer.u32(subscription).u32(2).i32(200);
      for (let i = 0; i < 200; i++) ofValue(changes(writer)).u32(2).u32(i).double(0).nodeId(null).u8(0).u32(1).u8(1);
    });
    let longest = 0;
    let status = 0;
    for (let bytes = 0; bytes < 200 * 4 * nodes && status === 0;) { // 32 MB, in messages that are not longer than others
      const publish = await wire.call(ids.Publish, (writer) => writer.i32(0));
      status = publish?.status;
      longest = Math.max(longest, publish?.reader.buffer.length);
      bytes += publish?.reader.buffer.length;
    }

    check(`${what}: all of it comes`, status === 0, hex(status));
    check(`${what}: in messages of a bounded length`, longest <= maxAnswer, String(longest));
    await othersGetIn(what, server);
    await wire.close();
  },

  'acknowledgements in requests that wait': async ({ attacker, server }) => {
    const what = 'acknowledgements in requests that wait';
    const wires = await all(many(4, () => attacker()), (wire) => wire.join({ timeout: 120_000 }));
    const acknowledgement = Buffer.alloc(8 * 500_000, 1);
    const statuses = [];
    for (const wire of wires) { // one by one, since messages of 4 MB that are being received have a limit, too
      await wire.createSubscription({ interval: 60_000, keepAlive: 1000, lifetime: 10_000 });
      const posted = many(30, () => wire.post(ids.Publish, (writer) => writer.i32(500_000).raw(acknowledgement), { timeout: 0 }));
      const read = wire.post(ids.Read, readOne); // answered when all of them are there
      for (let answer; (answer = await wire.answer(20_000)) !== null && answer.request !== read;)
        if (posted.includes(answer.request)) statuses.push(answer.status);
    }

    check(`${what}: refused`, statuses.length === 120 && statuses.every((status) => status === TOO_MANY_OPERATIONS),
      `${statuses.length} answered: ${[...new Set(statuses)].map(hex)}`);
    for (const wire of wires) await livesOn(what, wire);
    await othersGetIn(what, server);
    await end(wires);
  },

  'a Write that becomes much': async ({ attacker, server }) => {
    const what = 'a Write that becomes much';
    const wires = await joined(attacker, 4);
    const value = new Writer().u8(1).u8(0x80 | 23).i32(1_000_000).raw(Buffer.alloc(1_000_000)).end(); // data values of nothing
    const statuses = [];
    for (const wire of wires) {
      const answer = await wire.call(ids.Write, (writer) => { // 4 MB ask for 220 MB
        writer.i32(4);
        for (let i = 0; i < 4; i++) writer.nodeId(1, 2).u32(13).string(null).raw(value);
      });
      statuses.push(answer?.status);
    }

    check(`${what}: refused`, statuses.every((status) => status === ENCODING_LIMITS), statuses.map(hex).join());
    for (const wire of wires) await livesOn(what, wire);
    await othersGetIn(what, server);
    await end(wires);
  },

  'a client that takes no answer at all': async ({ attacker, server }) => {
    const what = 'a client that takes no answer at all';
    const wire = await ended(async () => {
      const made = attacker();
      await made.acknowledged({ message: 1 });
      await made.open();
      made.post(ids.GetEndpoints, (writer) => writer.string(made.url).i32(-1).i32(-1));
      return made;
    });
    check(`${what}: it is told so`, wire.ended && wire.error === ENCODING_LIMITS, hex(wire.error));
    await wire.close();

    await othersGetIn(what, server);
  },

  'items of one address': async ({ attacker, server }) => {
    const what = 'items of one address';
    const start = performance.now();
    const others = (await server.statistics())?.items;
    const wires = await joined(attacker, 5);
    await all(wires, async (wire) => {
      for (let status = 0; status === 0;) {
        const subscription = await wire.createSubscription({ interval: 60_000, keepAlive: 1000, lifetime: 10_000 });
        if (subscription === null) break;
        for (let i = 0; i < 20 && status === 0; i++) {
          const results = statusesOf(await wire.createItems(subscription, many(5000, (k) => k + 1)), 23);
          status = results.get(0) === 5000 ? 0 : TOO_MANY_ITEMS;
        }
      }
    });
    const { items } = await server.statistics() ?? {};
    console.log(`${what}: ${items} in ${seconds(start)} s`);
    check(`${what}: it has a share`, items > 100_000 && items <= others + ((maxItems - others) / 2) + wires.length,
      `${items}, of which ${others} are others'`);
    await othersGetIn(what, server);
    await end(wires);
    check(`${what}: they are gone`, await until(async () => (await server.statistics())?.items < 1000));
  },

  'half-open connections of three addresses': async ({ server }) => {
    const what = 'half-open connections of three addresses';
    const hogs = [];
    for (const host of ['127.0.0.2', '127.0.0.3', '127.0.0.4'])
      for (let i = 0; i < 250; i++) hogs.push(new Wire(server.port, { from: host }));
    await pause(1000);
    let refused = 0;
    const newcomers = many(24, () => new Wire(server.port));
    for (const wire of newcomers) await wire.join().catch(() => refused++);
    check(`${what}: newcomers get in`, refused === 0, `${refused} of 24 do not`);
    await end([...hogs, ...newcomers]);
  },
};

/** Counts each status of a response whose results have a fixed length. */
function statusesOf(answer, length) {
  const found = new Map();
  if (answer?.status !== 0) return found;
  for (let count = answer.reader.i32(); count > 0; count--) {
    const status = answer.reader.take(length - 1).readUInt32LE();
    if (answer.reader.u8() !== 0) throw new Error('a result of a filter was not asked for');
    found.set(status, (found.get(status) ?? 0) + 1);
  }

  return found;
}

const shown = (statuses) => [...statuses].map(([status, count]) => `${hex(status)}: ${count}`).join(', ');

/** Checks that the session and its connection still work. */
async function livesOn(what, wire) {
  const read = await wire.call(ids.Read, readOne);
  check(`${what}: the session lives`, read?.status === 0, `${hex(read?.status)} ${hex(wire.error)}`);
}
