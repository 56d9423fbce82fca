// npm ws as client of a server that echoes, and as server of a client that echoes.
import { once } from 'node:events';
import { WebSocketServer } from 'ws';
import { check } from '../game/report.mjs';
import { scenarios } from './scenarios.mjs';
import { Talk } from './talk.mjs';
import { limit } from './wspeers.mjs';

export async function talkAsClient(title, url, options, parallel = 4) {
  await inParallel(Object.keys(scenarios), parallel, async (what) => {
    const talk = await Talk.to(`${url}/echo`, options).catch((error) => error);
    if (talk instanceof Error) return check(`${title}: ${what}`, false, talk.message);
    await judge(title, what, talk);
    talk.socket.terminate();
    return undefined;
  });
}

/** Runs the scenarios with our client, which requests them as it does the cases: by `/runCase?case=N`. */
export async function talkAsServer(title, drive, options) {
  const names = Object.keys(scenarios);
  const left = new Set(names);
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false, maxPayload: limit, ...options });
  server.on('connection', async (socket, request) => {
    const what = names[Number(new URL(request.url, 'ws://127.0.0.1').searchParams.get('case')) - 1];
    left.delete(what);
    await judge(title, what, new Talk(socket));
    socket.terminate();
  });
  await once(server, 'listening');
  await drive(`ws://127.0.0.1:${server.address().port}`, names.length);
  check(`${title}: all were asked for`, left.size === 0, [...left].join('; '));
  server.close();
}

async function judge(title, what, talk) {
  try {
    const holds = await scenarios[what](talk);
    check(`${title}: ${what}`, holds, JSON.stringify({ messages: talk.messages.length, closed: talk.closed, error: talk.error?.message }));
  } catch (error) {
    check(`${title}: ${what}`, false, error.message);
  }
}

async function inParallel(items, parallel, act) {
  const left = items.values();
  await Promise.all(Array.from({ length: parallel }, async () => {
    for (const item of left) await act(item);
  }));
}
