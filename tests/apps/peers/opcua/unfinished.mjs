// Operations that are started and never completed. The server must not wait for any of them forever.
import { check, pause } from '../game/report.mjs';
import { hex } from './conversation.mjs';
import { all, allEnd, end, joined, many, othersGetIn, patience, readMany, readOne } from './crowd.mjs';
import { otherAddress } from './measure.mjs';
import { Wire, hello, ids } from './wire.mjs';

const share = 16 * 1024 * 1024; // of the memory of messages that are being received, for one address

export const unfinished = {
  'peers that say nothing': async ({ attacker, server }) => {
    const wires = many(100, () => attacker());
    await othersGetIn('peers that say nothing', server);
    await allEnd('peers that say nothing', wires);
  },

  'peers that stop half-way': async ({ attacker, server }) => {
    const wires = many(30, () => attacker());
    wires.forEach((wire, i) => {
      if (i % 3 === 0) wire.write(Buffer.from('HELF'));
      else if (i % 3 === 1) wire.write(hello(wire.url).subarray(0, 30));
      else wire.write(hello(wire.url));
    });
    const open = many(10, () => attacker());
    await all(open, async (wire) => { await wire.acknowledged(); await wire.open(); }).catch(() => {});
    await othersGetIn('peers that stop half-way', server);
    await allEnd('peers that stop half-way', [...wires, ...open]);
  },

  'peers that send byte by byte': async ({ attacker, server }) => {
    const wires = many(50, () => attacker());
    const bytes = hello(`${server.url}/${'x'.repeat(1000)}`);
    let at = 0;
    const timer = setInterval(() => {
      for (const wire of wires) wire.write(bytes.subarray(at, at + 1));
      at++;
    }, 200);
    await othersGetIn('peers that send byte by byte', server);
    await allEnd('peers that send byte by byte', wires);
    clearInterval(timer);
    check('peers that send byte by byte: not by a mistake', wires.every((wire) => wire.error !== 0x80820000), hex(wires[0].error));
  },

  'a client whose bytes come one by one': async ({ attacker }) => {
    const what = 'a client whose bytes come one by one';
    const wire = attacker({ byteByByte: true });
    try {
      await wire.join();
      const read = await wire.call(ids.Read, readMany(20));
      check(`${what}: it is served`, read?.status === 0, `${hex(read?.status)} ${hex(wire.error)}`);
    } catch (error) {
      check(`${what}: it is served`, false, `${error.message} ${hex(wire.error)}`);
    }

    await wire.close();
  },

  'messages that are never whole': async ({ attacker, server }) => {
    const wires = many(60, () => attacker());
    const kept = [];
    await all(wires, async (wire) => {
      await wire.acknowledged();
      await wire.open();
      kept.push(wire);
    }).catch(() => {});
    const part = Buffer.alloc(60_000);
    for (let i = 0; i < 250; i++) { // up to 15 MB each
      for (const wire of kept) if (!wire.ended) wire.write(wire.chunk(part, { final: 'C', request: 9 }));
      await pause(5);
    }

    await pause(1000);
    await othersGetIn('messages that are never whole', server);
    check('messages that are never whole: some connected', kept.length > 0);
    await end(wires);
  },

  'messages of sessions that are never whole': async ({ attacker, server }) => {
    const wires = await joined(attacker, 40);
    const part = Buffer.alloc(60_000);
    for (let i = 0; i < 250; i++) {
      for (const wire of wires) if (!wire.ended) wire.write(wire.chunk(part, { final: 'C', request: wire.request + 1 }));
      await pause(5);
    }

    await pause(1000);
    await othersGetIn('messages of sessions that are never whole', server);
    check('messages of sessions that are never whole: some connected', wires.length > 0);
    await end(wires);
  },

  'memory that is nearly all taken': async ({ attacker, server }) => {
    const what = 'memory that is nearly all taken';
    const wires = await joined(attacker, 60);
    const large = Buffer.alloc(60_000);
    for (let i = 0; i < 120 && wires.every((wire) => !wire.ended); i++) { // until the first one is refused
      for (const wire of wires) wire.write(wire.chunk(large, { final: 'C', request: wire.request + 1 }));
      await pause(10);
    }

    const stop = performance.now() + 5000;
    const small = Buffer.alloc(1500);
    const more = await joined(attacker, 60);
    const filling = (async () => { // and what is left goes in small pieces
      while (performance.now() < stop) {
        for (const wire of more) wire.write(wire.chunk(small, { final: 'C', request: wire.request + 1 }));
        await pause(20);
      }
    })();
    await pause(1000);
    const { receivingBytes } = await server.statistics() ?? {};
    await othersGetIn(what, server);
    if (otherAddress !== '127.0.0.1') {
      check(`${what}: one address has its share only`, receivingBytes > 0 && receivingBytes <= share, String(receivingBytes));
      const other = await new Wire(server.port).join();
      const large = await other.call(ids.Read, readMany(40_000)); // in many chunks, which need memory, too
      check(`${what}: a large message of another address gets in`, large !== null, `${hex(large?.status)} ${hex(other.error)}`);
      await other.close();
    }

    await filling;
    console.log(`${what}: ${wires.length} and ${more.length} sessions hold ${receivingBytes} bytes`);
    await end([...wires, ...more]);
  },

  'peers that read nothing': async ({ attacker, server }) => {
    const wires = await joined(attacker, 10);
    check('peers that read nothing: some connected', wires.length > 0);
    for (const wire of wires) {
      wire.socket.pause();
      for (let i = 0; i < 200; i++) wire.post(ids.Read, readMany(1000)); // 34 KB or so each
    }

    await othersGetIn('peers that read nothing', server);
    // a paused socket does not learn that it was closed: what is sent to it fails then
    for (const until = performance.now() + patience; wires.some((wire) => !wire.ended) && performance.now() < until; await pause(500))
      for (const wire of wires) wire.post(ids.Read, readOne);
    check('peers that read nothing: none is kept', wires.every((wire) => wire.ended), `${wires.filter((wire) => !wire.ended).length} are`);
    await end(wires);
  },
};
