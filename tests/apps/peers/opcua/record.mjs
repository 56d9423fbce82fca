// Records what node-opcua sends: a relay between both ends, which keeps some chunks of each kind.
// OPCUA_RECORD=<file> node check.mjs …  appends them to the file; tests/apps/Pooling.OpcUa.Tests/Corpus has such a file.
// Of messages in several chunks nothing is kept.
// A chunk says itself how long it is (bytes 4 to 7); in the file stands before it a byte: 'c' if a client sent it, 's' if a server did.
import { appendFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { once } from 'node:events';

const file = process.env.OPCUA_RECORD;
const counts = new Map();
const maxOfAKind = 8;
const maxChunkLength = 16_384;
const maxBytes = 220_000; // of one run
let bytes = 0;

/** Returns the address of a relay to a server. `client` or `server` is the end that is node-opcua. */
export async function relayed(url, foreign) {
  if (!file) return url;
  const { hostname, port } = new URL(url);
  const relay = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const [from, to] of [[near, far], [far, near]]) {
      from.setNoDelay(true);
      from.on('error', () => to.destroy());
      from.on('close', () => to.destroy());
      from.pipe(to);
    }

    listen(foreign === 'client' ? near : far, foreign);
  });
  relay.unref();
  relay.listen(0, '127.0.0.1');
  await once(relay, 'listening');
  return `opc.tcp://127.0.0.1:${relay.address().port}`;
}

function listen(socket, foreign) {
  let rest = Buffer.alloc(0);
  let isInside = false; // a message of several chunks
  socket.on('data', (data) => {
    rest = Buffer.concat([rest, data]);
    while (rest.length >= 8) {
      const length = rest.readUInt32LE(4);
      if (length < 8 || rest.length < length) return;
      const isWhole = rest[3] === 0x46; // F
      if (isWhole && !isInside) keep(rest.subarray(0, length), foreign);
      isInside = !isWhole;
      rest = rest.subarray(length);
    }
  });
}

/** Records a chunk unless there are enough of the same service and of a similar length. */
function keep(chunk, foreign) {
  const type = chunk.toString('latin1', 0, 4);
  const service = type === 'MSGF' && chunk.length > 28 && chunk[24] === 1 ? chunk.readUInt16LE(26) : 0;
  const kind = `${foreign} ${type} ${service} ${Math.ceil(Math.log2(chunk.length))}`;
  const count = counts.get(kind) ?? 0;
  if (count >= maxOfAKind || chunk.length > maxChunkLength || bytes + chunk.length > maxBytes) return;
  counts.set(kind, count + 1);
  appendFileSync(file, Buffer.concat([Buffer.from(foreign === 'client' ? 'c' : 's'), chunk]));
  bytes += chunk.length + 1;
}
