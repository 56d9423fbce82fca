// Servers that flood our client with useless frames. It must disconnect.
import { check, pause, processorSeconds } from '../game/report.mjs';
import { Program } from '../opcua/program.mjs';
import { listen } from './connection.mjs';
import { close, encode, more, open, ping, pong, text } from './frames.mjs';

const patience = 30_000;
const batchOf = (one) => Buffer.concat(Array(2000).fill(encode(one, false)));

/** Writes as fast as the client reads, until it disconnects. */
async function flood(link, one, first) {
  if (first) link.post(first);
  const batch = batchOf(one);
  while (!link.hasEnded && !link.socket.destroyed) {
    await Promise.race([link.write(batch), pause(1000)]);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const floods = {
  'a flood of pings': (link) => flood(link, ping('')),
  'a flood of pongs': (link) => flood(link, pong('x'.repeat(100))),
  'a flood of empty fragments': (link) => flood(link, more('', open), text('', open)),
};

export async function besiegeClient(program, only = '') {
  for (const [what, act] of Object.entries(floods).filter(([name]) => name.includes(only))) {
    const { client, link } = await meet(program, act);
    const processor = processorSeconds(client.child.pid);
    const ended = await Promise.race([client.exit.then(() => true), pause(patience).then(() => false)]);
    const cost = processorSeconds(client.child.pid) - processor;
    const stayed = `the client stayed for ${patience / 1000} s and took ${cost.toFixed(1)} s of a processor`;
    console.log(`${what}: ${ended ? 'the client left' : stayed}`);
    check(`${what}: the client leaves`, ended);
    link?.destroy();
    client.child.kill();
    await client.exit;
  }

  for (const [what, act] of Object.entries(fair).filter(([name]) => name.includes(only))) {
    const { client, link, result } = await meet(program, act);
    await result;
    check(`${what}`, (await Promise.race([client.exit, pause(20_000)])) === 0, client.complaints.slice(0, 300));
    link?.destroy();
  }
}

const fair = {
  'some pings a second: the client stays': async (link) => {
    for (let i = 0; i < 20; i++) {
      link.post(...Array(30).fill(ping('')));
      await pause(50);
    }

    check('some pings: the client stays', !link.isOver && (await link.until(({ events }) => events.length === 600)), String(link.events.length));
    await link.shut();
  },

  'a close frame without a code: the client ends': async (link) => {
    link.post(close());
    await link.until(() => link.isOver);
    const isFine = link.closed !== null && [undefined, 1000].includes(link.closed.code); // never 1005
    check('a close frame without a code is answered', isFine, JSON.stringify(link.closed));
    await link.shut();
  },
};

async function meet(program, act) {
  let met;
  const meeting = new Promise((resolve) => { met = resolve; });
  const server = await listen(async (path, upgrade) => {
    const link = upgrade();
    met({ link, result: act(link) });
  });
  const client = new Program('dotnet', [program, 'echo', '--url', `ws://127.0.0.1:${server.address().port}`]);
  const found = await Promise.race([meeting, pause(60_000)]);
  server.close();
  return { client, ...found };
}
