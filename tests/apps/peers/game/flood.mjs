// A flood in a process of its own, of hellos that were recorded before: nothing is computed for them here, so that the processor time is
// the server's.
// usage: node flood.mjs <port> <hello in hex> <connections in a second> <seconds>; the line "go" on the standard input starts it. Bounded
// in count and time, and to this machine.
import { connect } from 'node:net';

const [port, hello] = [Number(process.argv[2]), Buffer.from(process.argv[3], 'hex')];
const [perSecond, seconds] = [Math.min(2000, Number(process.argv[4])), Math.min(30, Number(process.argv[5]))];
const result = { tried: 0, answered: 0, refused: 0, ended: 0 };
const open = new Set();

function knock() {
  result.tried++;
  const socket = connect({ port, host: '127.0.0.1' });
  open.add(socket);
  socket.on('connect', () => socket.write(hello));
  socket.on('data', (chunk) => { // an answer is longer than a refusal
    result[chunk.length > 100 ? 'answered' : 'refused']++;
    socket.destroy();
  });
  socket.on('error', () => {});
  socket.on('close', () => { result.ended++; open.delete(socket); });
}

process.stdin.once('data', () => {
  const start = Date.now();
  const timer = setInterval(() => {
    const due = Math.min(seconds * 1000, Date.now() - start) * perSecond / 1000;
    while (result.tried < due && open.size < 1000) knock();
    if (Date.now() - start < seconds * 1000) return;
    clearInterval(timer);
    for (const socket of open) socket.destroy();
    console.log(JSON.stringify({ ...result, seconds: (Date.now() - start) / 1000, processor: process.cpuUsage() }));
    process.exit(0);
  }, 5);
});
console.log('ready');
