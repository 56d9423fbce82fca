// Floods by many clients at once, or by one for a long time. Each gets a function to connect from another address, and the port.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { check, pause } from '../game/report.mjs';
import { casesFor } from './cases/all.mjs';
import { deflated } from './cases/broken.mjs';
import { Connection } from './connection.mjs';
import { examineServer } from './engine.mjs';
import { binary, encode, more, open, ping, pong, text } from './frames.mjs';
import { fine, knock, knocks } from './knocks.mjs';
import { compare } from './verdicts.mjs';

const offences = casesFor(true).filter((test) => test.fails);

const flat = 'broadcasts as fast as one can';
const crowded = 'broadcasts of many at once';

/** The floods in which a reader may miss messages by the hub's policy: on a busy machine it cannot read as many. */
export const mayMiss = new Set([flat, crowded]);

export const floods = {
  'frames that are wrong': async ({ from, server }) => {
    compare('wrong frames', await examineServer(server.port, offences, { parallel: 32, dial: { from } }));
  },

  'handshakes that are wrong': async ({ from, server }) => {
    for (const [what, [statuses, headers, options]] of Object.entries(knocks)) {
      const { status, head } = await knock(server.port, headers, { from, ...options });
      check(`handshake, ${what}: ${statuses.join(' or ')}`, statuses.includes(status), String(status));
      if (what.startsWith('version')) check(`handshake, ${what}: told which`, head?.headers['sec-websocket-version'] === '13');
    }

    for (const [what, headers] of Object.entries(fine)) {
      const link = await Connection.dial(server.port, { from, headers }).catch((error) => error);
      check(`handshake, ${what}: accepted`, link instanceof Connection, link.message);
      if (link instanceof Connection) await link.shut();
    }
  },

  'handshakes that take their time': async ({ from, server }) => {
    const sockets = Array.from({ length: 100 }, () => connect({ port: server.port, host: '127.0.0.1', localAddress: from, noDelay: true }));
    const line = 'GET /echo HTTP/1.1\r\n';
    const ended = sockets.map((socket, i) => {
      socket.on('error', () => {});
      if (i % 3 === 1) socket.write(line);
      if (i % 3 === 2) {
        let at = 0;
        const timer = setInterval(() => (socket.destroyed ? clearInterval(timer) : socket.write(line[at++ % line.length])), 200);
      }

      socket.resume();
      return Promise.race([once(socket, 'end').then(() => true), once(socket, 'close').then(() => true), pause(20_000).then(() => false)]);
    });
    const all = await Promise.all(ended);
    check('slow handshakes: each ends within 20 s', all.every(Boolean), `${all.filter((one) => !one).length} do not`);
    for (const socket of sockets) socket.destroy();
  },

  'random bytes behind a handshake': async ({ dial }) => {
    const links = await many(50, () => dial());
    for (const link of links) link.write(Buffer.concat([Buffer.from([0x80 | (Math.random() * 256)]), randomBytes(20_000)]));
    await ends('random bytes', links);
  },

  'a message that is too long': async ({ dial }) => {
    const whole = await dial();
    whole.write(encode(binary('', { length: 100 * 1024 * 1024, form: 8 }), true)); // its head is enough
    await closes('the head of a frame of 100 MB', whole, 1009);
    const parts = await dial();
    const part = Buffer.alloc(64 * 1024);
    parts.post(binary(part, open));
    for (let i = 0; i < 2000 && !parts.isOver; i++) await parts.send([more(part, open)], 'frames');
    await closes('100 MB in fragments', parts, 1009);
  },

  'empty fragments': async ({ dial }) => {
    const links = await many(4, () => dial());
    const batch = { raw: Buffer.concat(Array.from({ length: 2000 }, () => encode(more('', open), true))) };
    await Promise.all(links.map(async (link) => {
      link.post(text('', open));
      for (let i = 0; i < 1000 && !link.isOver; i++) await link.send([batch], 'frames');
    }));
    for (const link of links) await closes('empty fragments', link, 1008);
  },

  'pings, whose pongs nobody reads': async ({ dial }) => {
    const links = await many(8, () => dial());
    const batch = Buffer.concat(Array.from({ length: 500 }, () => encode(ping(Buffer.alloc(125, 'p')), true)));
    await forWhile(3000, links, async (link) => {
      link.socket.pause();
      if (link.socket.writableLength < 1_000_000) link.socket.write(batch);
      await pause(1);
    });
    gone(links);
  },

  'pongs that nobody asked for': async ({ dial }) => {
    const links = await many(8, () => dial());
    const batch = Buffer.concat(Array.from({ length: 500 }, () => encode(pong(Buffer.alloc(20, 'p')), true)));
    await forWhile(2000, links, (link) => link.write(batch));
    gone(links);
  },

  'echoes that nobody reads': async ({ dial }) => {
    const links = await many(120, () => dial());
    const large = encode(binary(randomBytes(500_000)), true);
    for (const link of links) link.socket.pause();
    await Promise.all(links.map((link) => fill(link, large, 10_000)));
    gone(links);
  },

  'broadcasts that nobody reads': async ({ dial, follow }) => {
    const links = await many(50, () => dial({ path: '/broadcast' }));
    for (const link of links) link.socket.pause();
    const sender = await dial({ path: '/broadcast' });
    const own = () => sender.events.filter(({ payload }) => payload.toString('latin1', 0, 6) === 'attack').length;
    for (let i = 0; i < 100 && !sender.isOver; i++) {
      await sender.send(Array.from({ length: 8 }, (_, n) => text(`attack ${i} ${n} ${'x'.repeat(16_000)}`)), 'frames');
      await pause(20);
      if (i % 8 < 7) continue;
      await sender.until(() => sender.isOver || own() >= 8 * (i + 1), 20_000); // all is in the queues
      await follow(); // who reads gets it before there is more than a queue holds; nobody of the fifty does
    }

    gone([...links, sender]);
  },

  [flat]: async ({ dial }) => {
    const senders = await many(4, () => dial({ path: '/broadcast' }));
    for (const sender of senders) sender.socket.resume();
    const large = encode(text(`attack ${'x'.repeat(16_000)}`), true);
    await forWhile(2000, senders, async (sender) => {
      sender.events.length = 0;
      if (sender.socket.writableLength < 1_000_000) sender.socket.write(large);
      await new Promise((resolve) => setImmediate(resolve));
    });
    gone(senders);
    await pause(1000); // what waits is read, and what is missing is seen
  },

  [crowded]: async ({ dial }) => {
    const links = await many(60, () => dial({ path: '/broadcast' }));
    const burst = encode(text(`attack ${'x'.repeat(100)}`), true);
    await forWhile(3000, links, async (link) => {
      if (link.socket.writableLength < 100_000) link.socket.write(burst);
      link.events.length = 0;
      await pause(2);
    });
    gone(links);
  },

  'compressed messages that grow': async ({ dial }) => {
    const links = await many(60, () => dial({ offers: 'permessage-deflate' }));
    check('bombs: compression is agreed on', links.every((link) => link.codec !== null));
    const bombs = [2, 50].map(bomb);
    for (const [i, link] of links.entries()) link.post(binary(bombs[i % 2], { rsv: 4 }));
    await Promise.all(links.map((link) => link.until(() => link.isOver, 20_000)));
    const codes = links.map((link) => link.closed?.code); // 1013: what the others grew to is all that an address may have
    const wrong = codes.filter((code) => ![1009, 1013].includes(code));
    check('bombs: each is refused', wrong.length === 0, JSON.stringify(wrong));
    check('bombs: one for its length', codes.includes(1009), JSON.stringify(codes));
    gone(links);

    const again = await many(8, () => dial({ offers: 'permessage-deflate' }));
    await forWhile(2000, again, async (link) => { // 1 MB out of 1 KB is allowed
      if (link.socket.writableLength < 100_000) link.post(binary(bomb(1), { rsv: 4 }));
      link.events.length = 0;
      await pause(5);
    });
    gone(again);
  },

  'compressed messages that are long': async ({ dial }) => {
    const offers = ['permessage-deflate', 'permessage-deflate; server_no_context_takeover; client_no_context_takeover'];
    const links = await many(100, (i) => dial({ offers: offers[i % 2] }));
    const message = encode(binary(deflated(long), { rsv: 4 }), true); // a hundredth of what it becomes, which is allowed
    let echoed = 0;
    for (const { socket } of links) socket.removeAllListeners('data').on('data', (bytes) => { echoed += bytes.length; });
    await forWhile(5000, links, async (link) => {
      if (link.socket.writableLength < message.length) link.socket.write(message);
      await pause(5);
    });
    console.log(`  ${(echoed / message.length).toFixed(0)} messages of ${long.length} bytes, ${message.length} compressed, were echoed`);
    check('long compressed messages: nobody is refused', links.every((link) => !link.hasEnded));
    gone(links);
  },

  'long messages with compressed echoes': async ({ dial }) => {
    const links = await many(200, () => dial({ offers: 'permessage-deflate; server_no_context_takeover' }));
    const message = encode(binary(randomBytes(32_000).toString('hex')), true); // 64 KB, which become half of that
    for (const { socket } of links) socket.removeAllListeners('data').resume();
    await forWhile(3000, links, async (link) => {
      if (link.socket.writableLength < message.length) link.socket.write(message);
      await pause(5);
    });
    check('compressed echoes: nobody is refused', links.every((link) => !link.hasEnded));
    gone(links);
  },

  'messages that do not end': async ({ dial }) => {
    const links = await many(300, () => dial());
    const start = encode(binary('', { ...open, length: 900_000 }), true);
    const part = Buffer.alloc(890_000);
    await Promise.all(links.map(async (link) => {
      await link.write(start);
      await Promise.race([link.write(part), pause(5000)]);
    }));
    await Promise.race([...links.map((link) => link.until(() => link.isOver, 15_000)), pause(15_000)]);
    await pause(1000);
    const refused = links.filter((link) => link.isOver);
    const codes = [...new Set(refused.map(({ closed }) => closed?.code))];
    console.log(`  ${refused.length} of ${links.length} were refused, with ${codes.join(', ')}`);
    const areKnown = codes.every((code) => [1008, 1013, undefined].includes(code));
    check('messages that do not end: not all are kept', refused.length > 0 && areKnown, codes.join());
    gone(links);
  },

  'death in the middle of everything': async ({ dial }) => {
    for (let round = 0; round < 5; round++) {
      const links = await many(60, (i) => dial({ path: i % 2 ? '/echo' : '/broadcast' }));
      for (const [i, link] of links.entries()) {
        link.post(...[text('half', open), binary(randomBytes(100_000)), text('whole')].slice(i % 3, (i % 3) + 1));
        if (i % 2) link.socket.resetAndDestroy(); else link.destroy();
      }
    }
  },

  'connections that come and go': async ({ from, server }) => {
    for (let round = 0; round < 20; round++) {
      await many(50, async (i) => {
        const socket = connect({ port: server.port, host: '127.0.0.1', localAddress: from });
        socket.on('error', () => {});
        await Promise.race([once(socket, 'connect').catch(() => {}), pause(5000)]);
        if (i % 2) socket.write('GET /echo HTTP/1.1\r\n');
        socket.destroy();
      });
    }
  },
};

const long = Buffer.concat(Array(200).fill(randomBytes(5000)));

const bomb = (megabytes) => deflated(Buffer.alloc(megabytes * 1024 * 1024));

export const many = (count, make) => Promise.all(Array.from({ length: count }, (_, i) => make(i)));

export function gone(links) {
  for (const link of links) link.destroy();
}

export async function forWhile(milliseconds, links, act) {
  const end = performance.now() + milliseconds;
  await Promise.all(links.map(async (link) => {
    while (performance.now() < end && !link.socket.destroyed) await act(link);
  }));
}

/** Writes until nothing is accepted for a second, or the time is over. */
async function fill(link, bytes, milliseconds) {
  const end = performance.now() + milliseconds;
  let lastAt = performance.now();
  while (performance.now() < end && performance.now() < lastAt + 1000 && !link.socket.destroyed) {
    if (link.socket.writableLength === 0) {
      link.socket.write(bytes);
      lastAt = performance.now();
    }

    await pause(5);
  }
}

async function ends(what, links) {
  await Promise.all(links.map((link) => link.until(() => link.isOver, 20_000)));
  check(`${what}: each connection ends`, links.every((link) => link.isOver), `${links.filter((link) => !link.isOver).length} do not`);
  await Promise.all(links.map((link) => link.shut()));
}

async function closes(what, link, code) {
  await link.until(() => link.isOver, 20_000);
  check(`${what}: ${code}`, link.closed?.code === code, `${JSON.stringify(link.closed)} ${link.error ?? ''} ${link.offence ?? ''}`);
  await link.shut();
}
