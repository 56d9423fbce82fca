// A node-opcua client that subscribes to a server and reports the notifications.
// usage: node client.mjs <url> [--items 1000] [--seconds 5] [--security none]
// The last line is JSON: notifications, gaps in the sequence numbers, and whether each value that was read was also notified.
import { parseArgs } from 'node:util';
import { connectTo, opcua } from './peer.mjs';
import { pause } from '../game/report.mjs';
import { Watch } from './watch.mjs';

const { values: options, positionals: [url] } = parseArgs({
  allowPositionals: true,
  options: {
    items: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '5' },
    security: { type: 'string', default: 'none' },
  },
});
const { AttributeIds } = opcua;
const nodes = Array.from({ length: Number(options.items) }, (_, i) => `ns=2;i=${i + 1}`);

const client = await connectTo(url, { security: options.security });
const session = await client.createSession();
const watch = new Watch(session);
await watch.subscribe(nodes, { queueSize: 100 });
await pause(Number(options.seconds) * 1000);
const read = await session.read(nodes.map((nodeId) => ({ nodeId, attributeId: AttributeIds.Value })));
await watch.sees(read, 10_000);
console.log(JSON.stringify({
  notifications: watch.notifications,
  messages: watch.messages,
  gaps: watch.gaps,
  values: read.length,
  notSeen: watch.notSeen(read).length,
}));
await session.close();
await client.disconnect();
