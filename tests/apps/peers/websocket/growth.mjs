// Compressed messages that inflate to a multiple: accepted from an honest sender, and slowed down for one that floods.
import { check, pause } from '../game/report.mjs';
import { deflated } from './cases/broken.mjs';
import { binary, encode, text } from './frames.mjs';
import { forWhile, gone, many } from './floods.mjs';

const M = 1024 * 1024;
const offer = 'permessage-deflate';
const maxASecond = 8 * M; // of a socket, as HubLimits says
const telemetry = Buffer.from('{"pump":17,"pressure":2.5,"state":"running"}\n'.repeat(2273)).subarray(0, 100_000);

export const growth = {
  'telemetry that repeats itself': async ({ dial }) => {
    const links = await many(5, () => dial({ offers: offer }));
    const payload = deflated(telemetry);
    console.log(`  ${telemetry.length} bytes arrive as ${payload.length}, ${(telemetry.length / payload.length).toFixed(0)} times`);
    for (const link of links) link.post(...Array(40).fill(text(payload, { rsv: 4 })));
    await Promise.all(links.map((link) => link.until(() => link.isOver || link.events.length === 40, 30_000)));
    const came = links.map(({ events, closed }) => `${events.length} ${closed?.code ?? ''}`);
    check('telemetry: all of it is echoed', links.every(({ events }) => events.length === 40), came.join('; '));
    check('telemetry: as it was', links.every(({ events }) => events.every(({ payload: one }) => one.equals(telemetry))));
    gone(links);
  },

  'a client that keeps its context, told or not': async ({ dial }) => { // as those of Tornado
    const link = await dial({ offers: offer });
    link.codec.out.keeps = true;
    const messages = Array.from({ length: 5 }, (_, i) => `price ${i} `.repeat(100));
    for (const message of messages) {
      link.post(...link.framesOf({ message: Buffer.from(message), kind: 'text' }));
      await link.until(() => link.isOver || link.events.length === messages.indexOf(message) + 1, 10_000);
    }

    check('a context that is kept: all is echoed', link.events.map(({ payload }) => payload.toString()).join() === messages.join(),
      `${link.events.length} of ${messages.length}, ${JSON.stringify(link.closed)}`);
    await link.shut();

    const asks = await dial({ offers: `${offer}; client_no_context_takeover` });
    check('a client that keeps none is told so', !asks.codec.out.keeps);
    await asks.shut();
  },

  'messages that become 60 KB': async ({ dial, server }) => {
    const links = await many(10, () => dial({ offers: offer }));
    const bytes = Buffer.concat(Array(200).fill(encode(binary(deflated(Buffer.alloc(60_000)), { rsv: 4 }), true)));
    for (const { socket } of links) socket.removeAllListeners('data').resume();
    const before = await server.statistics();
    const start = performance.now();
    await forWhile(8000, links, async (link) => {
      if (link.socket.writableLength < bytes.length) link.socket.write(bytes);
      await pause(5);
    });
    const after = await server.statistics();
    const seconds = (performance.now() - start) / 1000;
    const inflated = (after.bytesReceived - before.bytesReceived) / links.length;
    console.log(`  of each socket ${(inflated / M / seconds).toFixed(1)} MB a second`);
    const most = maxASecond * (seconds + 1) + M; // a second at once, and the last message
    check('60 KB: each socket has its share of time', inflated < most, `${(inflated / M).toFixed(0)} MB in ${seconds.toFixed(1)} s`);
    check('60 KB: nobody is refused', links.every((link) => !link.hasEnded));
    gone(links);
  },
};
