// Peers that send everything at once, and end their half of the connection. They must still receive the responses.
import { once } from 'node:events';
import { connect } from 'node:net';
import { check, pause } from '../game/report.mjs';
import { close, encode, FrameReader, opcodes, text } from './frames.mjs';
import { readHead, request } from './handshake.mjs';

const rounds = 10;

export const ends = {
  'a request, texts, a close and half a close in one go': async ({ from, server }) => {
    for (const [what, split] of [['in one piece', false], ['behind the handshake', true]]) {
      const results = [];
      for (let i = 0; i < rounds; i++) results.push(await sayAllAtOnce(server.port, from, ['one', 'two', 'x'.repeat(50_000)], { split }));
      const whole = results.filter(({ texts, code, hasEnded }) => texts === 'one,two,50000' && code === 1000 && hasEnded);
      console.log(`  ${whole.length} of ${rounds} got all echoes and the close frame, ${what}`);
      check(`half a close ${what}: the echoes and the close frame come`, whole.length === rounds, JSON.stringify(results[0]));
    }
  },

  'half a close, and nothing is read': async ({ from, server }) => {
    const before = await server.statistics();
    const frames = Array(200).fill(encode(text('x'.repeat(100_000)), true)); // more than the kernel keeps
    const sockets = Array.from({ length: 5 }, () => {
      const socket = connect({ port: server.port, host: '127.0.0.1', localAddress: from, allowHalfOpen: true });
      socket.on('error', () => {});
      socket.end(Buffer.concat([request('/echo', server.port).bytes, ...frames]));
      socket.pause();
      return socket;
    });
    await pause(1000);
    let now;
    for (const until = performance.now() + 30_000; performance.now() < until; await pause(200)) {
      now = await server.statistics();
      if (now === null || now.sockets <= before.sockets) break;
    }

    check('half a close, unread: each socket ends', now !== null && now.sockets <= before.sockets, `${now?.sockets}`);
    for (const socket of sockets) socket.destroy();
  },
};

/** Returns the received texts, long ones as their length, the code of the close frame, and whether the connection ended. */
async function sayAllAtOnce(port, from, texts, { split = false } = {}) {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from, noDelay: true, allowHalfOpen: true });
  socket.on('error', () => {});
  await Promise.race([once(socket, 'connect'), once(socket, 'close')]).catch(() => {});
  const ask = request('/echo', port).bytes;
  const frames = Buffer.concat([...texts.map((one) => text(one)), close(1000)].map((one) => encode(one, true)));
  let head;
  if (split) {
    socket.write(ask);
    head = await readHead(socket);
    socket.end(frames);
  } else {
    socket.end(Buffer.concat([ask, frames]));
    head = await readHead(socket);
  }

  const result = { status: head?.first.split(' ')[1], texts: [], code: undefined, hasEnded: false };
  const reader = new FrameReader(false);
  const take = (bytes) => {
    for (const one of reader.read(bytes)) {
      if (one.opcode === opcodes.close) result.code = one.payload.length >= 2 ? one.payload.readUInt16BE(0) : 0;
      else result.texts.push(one.payload.length > 20 ? one.payload.length : one.payload.toString());
    }
  };
  if (head?.rest.length > 0) take(head.rest);
  socket.on('data', take);
  const isLost = Promise.race([once(socket, 'close'), pause(10_000)]).then(() => false);
  const ended = Promise.race([once(socket, 'end').then(() => true), isLost]);
  socket.resume();
  result.hasEnded = await ended.catch(() => false);
  socket.destroy();
  return { ...result, texts: result.texts.join() };
}
