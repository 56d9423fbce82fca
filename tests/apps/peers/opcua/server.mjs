// A node-opcua server whose variables change, for other clients.
// usage: node server.mjs [--port 0] [--nodes 1000] [--rate 1000] [--lifetime 600000] [--security none,sign,sign-encrypt]
//   [--limit 0] [--until-end-of-input]
// The first line is "listening on <url>". Each line of the input is a command, and each answer one line of JSON:
//   values   what each variable is now, and stays: nothing changes from then on
//   go       variables change again
//   cut      all connections are destroyed
//   state    what clients hold
//   event    the server raises three events
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { OPCUAServer, certificates, kinds, opcua, securities } from './peer.mjs';

const { DataType, VariantArrayType } = opcua;
const { values: options } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    nodes: { type: 'string', default: '1000' },
    rate: { type: 'string', default: '1000' },
    lifetime: { type: 'string', default: '600000' }, // of a channel's token, in milliseconds
    security: { type: 'string', default: 'none' }, // the modes that it offers
    limit: { type: 'string', default: '0' }, // the most operations in a request, or 0
    'until-end-of-input': { type: 'boolean', default: false },
  },
});
const count = Number(options.nodes);
const rate = Number(options.rate);
const changesEach = 50; // milliseconds

const limit = Number(options.limit);
const limits = ['Read', 'Write', 'Browse'].map((name) => [`maxNodesPer${name}`, limit]);

const offered = options.security.split(',').map((name) => securities[name]);
const manager = await certificates();
const server = new OPCUAServer({
  port: Number(options.port),
  host: '127.0.0.1',
  hostname: '127.0.0.1',
  resourcePath: '/',
  securityPolicies: [...new Set(offered.map(({ policy }) => policy))],
  securityModes: offered.map(({ mode }) => mode),
  serverCertificateManager: manager,
  userCertificateManager: manager,
  defaultSecureTokenLifetime: Number(options.lifetime),
  maxConnectionsPerEndpoint: 100,
  serverCapabilities: {
    maxSessions: 100,
    ...(limit && { operationLimits: { ...Object.fromEntries(limits), maxMonitoredItemsPerCall: limit } }),
  },
});
await server.initialize();

const { addressSpace } = server.engine;
const namespace = addressSpace.registerNamespace('urn:opcua-peer');
const folder = addressSpace.getOwnNamespace().addFolder('ObjectsFolder', { browseName: 'Simulation', nodeId: 's=Simulation' });
const variables = Array.from({ length: count }, (_, i) => namespace.addVariable({
  browseName: `Variable${i + 1}`,
  nodeId: `i=${i + 1}`,
  organizedBy: folder,
  dataType: DataType.Double,
  minimumSamplingInterval: 0, // every change is seen
  value: { dataType: DataType.Double, value: 0 },
}));
const own = addressSpace.getOwnNamespace();
const kindsFolder = own.addFolder('ObjectsFolder', { browseName: 'Kinds', nodeId: 's=Kinds' });
for (const [name, value] of Object.entries(kinds)) {
  for (const isArray of [false, true]) {
    own.addVariable({
      browseName: isArray ? `${name}s` : name,
      nodeId: `s=${isArray ? `${name}s` : name}`,
      organizedBy: kindsFolder,
      dataType: DataType[name],
      valueRank: isArray ? 1 : -1,
      value: { dataType: DataType[name], ...(isArray ? { arrayType: VariantArrayType.Array, value: [value, value] } : { value }) },
    });
  }
}

let moving = rate > 0 && count > 0;
let changes = 0;
const start = performance.now();
const numbers = new Float64Array(count); // a variable counts its changes: a gap shows
let due = 0;
let last = start;
const timer = setInterval(() => {
  const now = performance.now();
  // node-opcua may tell of the last one only, when a variable changes twice at once: each changes once at most, after a pause, too
  if (moving) due = Math.min(count, due + ((now - last) * rate) / 1000);
  last = now;
  for (; due >= 1; due--) {
    const at = changes++ % count;
    variables[at].setValueFromSource({ dataType: DataType.Double, value: ++numbers[at] });
  }
}, changesEach);

const commands = {
  values: () => {
    moving = false;
    due = 0;
    return { changes, values: variables.map((variable) => variable.readValue().value.value) };
  },
  go: () => {
    moving = true;
    return { changes };
  },
  cut: () => {
    let cut = 0;
    for (const endpoint of server.endpoints) {
      cut += endpoint.currentChannelCount;
      endpoint.abruptlyInterruptChannels();
    }

    return { cut };
  },
  event: () => {
    for (const severity of [100, 200, 300]) {
      addressSpace.rootFolder.objects.server.raiseEvent('BaseEventType', {
        message: { dataType: DataType.LocalizedText, value: { text: `event ${severity}` } },
        severity: { dataType: DataType.UInt16, value: severity },
      });
    }

    return { events: 3 };
  },
  state: () => {
    return {
      channels: server.endpoints.reduce((sum, endpoint) => sum + endpoint.currentChannelCount, 0),
      sessions: server.engine.currentSessionCount,
      subscriptions: server.engine.currentSubscriptionCount,
      changes,
    };
  },
};

async function end() {
  clearInterval(timer);
  await server.shutdown(0);
  process.exit(0);
}

await server.start();
console.log(`listening on ${server.getEndpointUrl()}`);
process.on('SIGINT', end);
process.on('SIGTERM', end);
const input = createInterface({ input: process.stdin });
input.on('line', (line) => {
  const command = commands[line.trim()];
  console.log(JSON.stringify(command ? command() : { error: `unknown command '${line}'` }));
});
if (options['until-end-of-input']) input.on('close', end);
