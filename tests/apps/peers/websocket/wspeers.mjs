// npm ws at either end, that echoes.
import { once } from 'node:events';
import WebSocket, { WebSocketServer } from 'ws';

export const limit = 64 * 1024 * 1024;
const enough = { maxPayload: limit, maxFragments: 1024 * 1024 }; // 4 MB in fragments of 64 bytes are 65,536

export async function echoServer(options = {}) {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false, ...enough, ...options });
  server.on('connection', echo);
  await once(server, 'listening');
  return { port: server.address().port, close: () => server.close() };
}

/** Requests each case, and echoes its messages. */
export async function echoClient(url, count, { parallel = 16, ...options } = {}) {
  let next = 1;
  await Promise.all(Array.from({ length: parallel }, async () => {
    while (next <= count) {
      const socket = new WebSocket(`${url}/runCase?case=${next++}`, { perMessageDeflate: false, ...enough, ...options });
      echo(socket);
      await new Promise((resolve) => socket.on('close', resolve));
    }
  }));
}

function echo(socket) {
  socket.on('error', () => {});
  socket.on('message', (data, isBinary) => socket.send(data, { binary: isBinary }));
}
