// Many connections, or many requests. Each is within the limits of the server, but all together are not.
import { check, pause } from '../game/report.mjs';
import { bad, hex } from './conversation.mjs';
import { all, end, joined, many, othersGetIn, readMany, readOne, until } from './crowd.mjs';
import { ids } from './wire.mjs';

const acknowledgement = Buffer.alloc(8, 1);

export const floods = {
  'subscribers that never publish': async ({ attacker, server }) => {
    const wires = await joined(attacker, 5);
    check('subscribers that never publish: some connected', wires.length > 0);
    await all(wires, async (wire) => {
      const subscription = await wire.createSubscription({ interval: 50, lifetime: 100_000, keepAlive: 10 });
      await wire.createItems(subscription, many(1000, (i) => i + 1), { queue: 0xffffffff });
    });
    await pause(5000);
    await othersGetIn('subscribers that never publish', server);
    await end(wires);
  },

  'subscriptions without end': async ({ attacker, server }) => {
    const wire = await attacker().join();
    let status = 0;
    let count = 0;
    for (; status === 0 && count < 5000; count++) {
      const answer = await wire.call(ids.CreateSubscription, (writer) => writer.double(100).u32(1000).u32(10).u32(0).u8(1).u8(0));
      status = answer?.status;
    }

    check('subscriptions without end: there is one', status === 0x80770000, `${hex(status)} after ${count}`);
    await wire.close();
    const other = await attacker().join();
    const subscription = await other.createSubscription();
    let items = 0;
    for (status = 0; status === 0 && items < 5_000_000; items += 1000) {
      const answer = await other.createItems(subscription, many(1000, (i) => i + 1));
      const results = answer?.status === 0 ? answer.reader : null;
      status = answer?.status;
      if (results && results.i32() > 0) status = results.u32();
    }

    check('subscriptions without end: neither are items', [0x80db0000, 0x80100000, 0x80030000, 0x80b60000].includes(status),
      `${hex(status)} after ${items}`);
    await othersGetIn('subscriptions without end', server);
    await other.close();
  },

  'sessions without end': async ({ attacker, server }) => {
    const wire = attacker();
    await wire.acknowledged();
    await wire.open();
    let status = 0;
    let count = 0;
    for (; status === 0 && count < 5000; count++) status = await wire.createSession({ timeout: 3_600_000 });
    const { sessions } = await server.statistics() ?? {};
    check('sessions without end: there is one', sessions < 2500, `${hex(status)} after ${count}, the server has ${sessions}`);
    await othersGetIn('sessions without end', server);
    await wire.close();
  },

  'sessions that are left': async ({ attacker, server }) => {
    let refused = 0;
    for (let i = 0; i < 300; i++) {
      const wire = attacker();
      await wire.join().catch(() => refused++);
      await wire.close();
    }

    console.log(`sessions that are left: ${refused} of 300 refused`);
    await othersGetIn('sessions that are left', server);
  },

  'a flood of publishes': async ({ attacker, server }) => {
    const wire = await attacker().join();
    const subscription = await wire.createSubscription({ interval: 1000, keepAlive: 1000, lifetime: 10_000 });
    const bodies = many(20_000, () => { wire.request++; return wire.chunk(wire.body(ids.Publish, (w) => w.i32(0))); });
    wire.write(Buffer.concat(bodies));
    const statuses = new Map();
    for (let i = 0; i < 19_000; i++) {
      const answer = await wire.answer(30_000);
      if (answer === null) break;
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    }

    check('a flood of publishes: too many are refused', (statuses.get(bad.TooManyPublishRequests) ?? 0) > 15_000 || wire.ended,
      [...statuses].map(([status, count]) => `${hex(status)}: ${count}`).join(', '));
    check('a flood of publishes: there is a subscription', subscription !== null);
    await othersGetIn('a flood of publishes', server);
    await wire.close();
  },

  'a flood of acknowledgements': async ({ attacker, server }) => {
    const wire = await attacker().join();
    await wire.createSubscription();
    for (let i = 0; i < 20; i++) {
      wire.post(ids.Publish, (writer) => {
        writer.i32(100_000);
        for (let k = 0; k < 100_000; k++) writer.parts.push(acknowledgement);
      });
    }

    await pause(1000);
    await othersGetIn('a flood of acknowledgements', server);
    await wire.close();
  },

  'a flood of reads': async ({ attacker, server }) => {
    const wires = await joined(attacker, 4);
    const stop = performance.now() + 5000;
    let answers = 0;
    await all(wires, async (wire) => {
      for (let i = 0; i < 8; i++) wire.post(ids.Read, readMany(1000));
      while (performance.now() < stop && await wire.answer(10_000)) {
        answers++;
        wire.post(ids.Read, readMany(1000));
      }
    });
    console.log(`a flood of reads: ${answers} answers`);
    check('a flood of reads: some are answered', answers > 0);
    await othersGetIn('a flood of reads', server);
    await end(wires);
  },

  'a flood of channels': async ({ attacker, server }) => {
    const stop = performance.now() + 5000;
    let [opened, refused] = [0, 0];
    const flood = Promise.all(many(20, async () => {
      while (performance.now() < stop) {
        const wire = attacker();
        try {
          await wire.acknowledged();
          await wire.open();
          opened++;
        } catch {
          refused++;
        }

        await wire.close();
      }
    }));
    await pause(1500);
    await othersGetIn('a flood of channels', server);
    await flood;
    console.log(`a flood of channels: ${opened} opened, ${refused} refused`);
    check('a flood of channels: refused or opened', opened + refused > 0);
  },

  'one address that takes all': async ({ attacker, server }) => {
    const wires = [];
    for (let i = 0; i < 20; i++) { // some at a time: the line before accept is short
      const more = many(100, () => attacker());
      wires.push(...more);
      await all(more, (wire) => wire.acknowledged().then(() => wire.open()).catch(() => {}));
    }

    const kept = wires.filter((wire) => !wire.ended).length;
    check('one address that takes all: it does not get all', kept < 2000, `${kept} of 2,000`);
    await othersGetIn('one address that takes all', server);
    await end(wires);
  },

  'a session of another channel': async ({ attacker }) => {
    const owner = await attacker().join();
    const thief = attacker();
    await thief.acknowledged();
    await thief.open();
    thief.session = owner.session;
    const stolen = await thief.call(ids.Read, readOne);
    check('a session of another channel: it is of no use', stolen === null || stolen.status >= 0x80000000, hex(stolen?.status));
    const mine = await owner.call(ids.Read, readOne);
    check('a session of another channel: its owner keeps it', mine?.status === 0, hex(mine?.status));
    thief.session = null;
    const none = await thief.call(ids.Read, readOne);
    check('a session of another channel: none is of no use', none === null || none.status >= 0x80000000, hex(none?.status));
    await end([owner, thief]);
  },

  'a session that was not activated': async ({ attacker }) => {
    const wire = attacker();
    await wire.acknowledged();
    await wire.open();
    await wire.createSession();
    const answer = await wire.call(ids.Read, readOne);
    check('a session that was not activated: it may not read', answer === null || answer.status >= 0x80000000, hex(answer?.status));
    await wire.close();
  },

  'one address that takes all sessions': async ({ attacker, server }) => {
    const wires = [];
    const most = 3000;
    for (let failures = 0; wires.length < most && failures < 10;) {
      const more = await joined(attacker, 50);
      wires.push(...more);
      failures = more.length === 0 ? failures + 1 : 0;
    }

    console.log(`one address that takes all sessions: it has ${wires.length}`);
    check('one address that takes all sessions: it does not get all', wires.length < most, `${wires.length}`);
    await othersGetIn('one address that takes all sessions', server);
    await end(wires);
  },

  'items of one node': async ({ attacker, server }) => {
    const wire = await attacker().join();
    const subscription = await wire.createSubscription({ interval: 1000 });
    const start = performance.now();
    let count = 0;
    for (; count < 100_000 && performance.now() < start + 10_000; count += 5000) {
      const answer = await wire.createItems(subscription, many(5000, () => 1));
      if (answer?.status !== 0) break;
    }

    console.log(`items of one node: ${count} in ${((performance.now() - start) / 1000).toFixed(1)} s`);
    await othersGetIn('items of one node', server);
    await wire.close();
    const isGone = await until(async () => (await server.statistics())?.items < 1000); // they end with the session, and that may take time
    check('items of one node: they are gone', isGone);
  },
};
