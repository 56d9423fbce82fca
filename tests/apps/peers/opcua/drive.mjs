// Checks of a client by node-opcua's server. The client is controlled line by line. `start` starts one that connects to an address.
import { isDeepStrictEqual } from 'node:util';
import { check, pause } from '../game/report.mjs';
import { overflow } from './conversation.mjs';
import { Driven, patience, until } from './driven.mjs';
import { Lossy } from './lossy.mjs';
import { kinds } from './peer.mjs';
import { Program } from './program.mjs';

const items = 1000;
const good = '0x00000000';
const numbered = (count) => Array.from({ length: count }, (_, i) => `ns=2;i=${i + 1}`);

export async function drive(program, part) {
  const live = await Program.peer('--nodes', String(items), '--rate', '2000');
  const still = await Program.peer('--nodes', String(items), '--rate', '0');
  const brief = await Program.peer('--nodes', '100', '--rate', '500', '--lifetime', '10000');
  const narrow = await Program.peer('--nodes', String(items), '--rate', '0', '--limit', '100');
  const start = (server, ...options) => Driven.connected(program, server.url, ...options);

  await part('our client: services', () => services(start, still));
  await part('our client: values', () => values('our client: values', start, live));
  await part('our client: values in chunks', () => chunks(start, live));
  await part('our client: reconnect', () => reconnect(start, live));
  await part('our client: republish', () => republish(program, live));
  await part('our client: two subscriptions', () => two(start, still));
  await part('our client: deadband and queue', () => queue(start, still));
  await part('our client: delete while a publish waits', () => deletion(start, still));
  await part('our client: renewal', () => renewal(program, brief));
  await part('our client: events', () => events(start, still));
  await part('our client: limits', () => limits(start, narrow));
  await part('our client: a server that is wrong', () => wrong(program, live));

  for (const [name, server] of Object.entries({ live, still, brief, narrow })) {
    const isEmpty = await until(async () => {
      const state = await server.ask('state');
      return state.sessions === 0 && state.subscriptions === 0 && state.channels === 0;
    });
    check(`our client: nothing is left at the ${name} server`, isEmpty, JSON.stringify(await server.ask('state')));
    check(`our client: the ${name} server ended well`, (await server.end()) === 0, server.complaints);
  }
}

async function services(start, server) {
  const client = await start(server);
  const endpoints = await client.do('endpoints');
  check('our client: endpoints', endpoints.some(({ policy, url }) => policy.endsWith('#None') && url.includes(String(server.port))),
    JSON.stringify(endpoints));
  check('our client: session', (await server.ask('state')).sessions === 1);

  const nodes = numbered(items);
  const wanted = nodes.map((_, i) => i + 0.5);
  const statuses = await client.do('write', { nodes, values: wanted });
  check(`our client: ${items} values are written`, statuses.length === items && statuses.every((status) => status === good), statuses[0]);
  check('our client: they are what the server has', isDeepStrictEqual((await server.ask('values')).values, wanted));
  const read = await client.do('read', { nodes });
  check('our client: they are what is read', isDeepStrictEqual(read.map(({ value }) => value), wanted), JSON.stringify(read[0]));

  for (const [name, value] of Object.entries(kinds)) {
    for (const isArray of [false, true]) {
      const node = `ns=1;s=${isArray ? `${name}s` : name}`;
      const [one] = await client.do('read', { nodes: [node] });
      const expected = isArray ? [plain(name, value), plain(name, value)] : plain(name, value);
      check(`our client: reads ${node}`, one.status === good && isDeepStrictEqual(normal(name, one.value), expected), JSON.stringify(one));
      check(`our client: writes ${node}`, (await client.do('copy', { nodes: [node] })) === good);
      const [again] = await client.do('read', { nodes: [node] });
      check(`our client: ${node} is what it was`, isDeepStrictEqual(again.value, one.value), JSON.stringify(again));
    }
  }

  const [unknown] = await client.do('read', { nodes: ['ns=2;i=999999'] });
  check('our client: an unknown node is told', unknown.status === '0x80340000', unknown.status);
  const folders = await client.do('browse', { nodes: ['i=85'] });
  check('our client: browse finds the folders', folders.includes('ns=1;s=Simulation') && folders.includes('ns=1;s=Kinds'), folders.join());
  const found = new Set(await client.do('browse', { nodes: ['ns=1;s=Simulation'] }));
  check(`our client: browse finds ${items} variables`, nodes.every((node) => found.has(node)), String(found.size));
  await client.close('our client: services');
}

/** Returns a value of node-opcua as the client writes it in JSON. */
function plain(name, value) {
  if (name === 'DateTime') return value.getTime();
  if (name === 'Guid') return value.toLowerCase();
  if (name === 'ByteString') return value.toString('base64');
  return value;
}

function normal(name, value) {
  if (Array.isArray(value)) return value.map((one) => normal(name, one));
  if (name === 'DateTime') return new Date(value).getTime();
  return name === 'Guid' ? value.toLowerCase() : value;
}

/** Checks that each value is one more than the previous one, because a variable counts its changes, and that the last is the server's. */
async function equal(what, server, subscription, nodes, { mayRepeat = false } = {}) {
  const { values: expected } = await server.ask('values');
  let result;
  const isThere = await until(async () => {
    result = await subscription.values();
    return nodes.every((node) => result.values[node]?.at(-1)?.value === expected[Number(node.split('=').pop()) - 1]);
  });
  await server.ask('go');
  const behind = nodes.filter((node) => result.values[node]?.at(-1)?.value !== expected[Number(node.split('=').pop()) - 1]);
  check(`${what}: the last values are the server's`, isThere, `${behind.length} of ${nodes.length} are not, as ${behind[0]}`);
  const broken = nodes.filter((node) => result.values[node]?.some(({ value }, i, all) =>
    i > 0 && value !== all[i - 1].value + 1 && !(mayRepeat && value === all[i - 1].value)));
  check(`${what}: none is missing`, broken.length === 0, `${broken.length} of ${nodes.length}, as ${broken[0]}`);
  check(`${what}: none went back`,
    nodes.every((node) => result.values[node]?.every(({ value }, i, all) => i === 0 || value >= all[i - 1].value)));
  check(`${what}: the handler never failed`, result.handlerFaults === 0, String(result.handlerFaults));
  check(`${what}: no message is lost`, result.lost === 0, `${result.lost} of ${result.messages}`);
  return result;
}

async function values(what, start, server, ...options) {
  const client = await start(server, ...options);
  const nodes = numbered(items);
  const subscription = await client.subscribe(nodes, { queue: 1000 });
  check(`${what}: ${items} items are created`,
    subscription.statuses.length === items && subscription.statuses.every((status) => status === good));
  check(`${what}: they change`, await until(async () => (await subscription.values()).notifications > 3 * items));
  await equal(what, server, subscription, nodes);
  await client.close(what);
}

async function chunks(start, server) {
  const lossy = await Lossy.before(server.url);
  const proxied = { url: lossy.url, ask: (command) => server.ask(command) };
  await values('our client: values in chunks', start, proxied, '--buffer', '8192');
  for (const [who, all] of [['sends', lossy.sent], ['receives', lossy.received]]) {
    const longest = Math.max(...all.map(([, length]) => length));
    check(`our client: no chunk that it ${who} is too long`, longest <= 8192, String(longest));
    check(`our client: it ${who} messages of several chunks`, all.some(([, , final]) => final === 'C'.charCodeAt(0)));
  }

  lossy.end();
}

async function reconnect(start, server) {
  const what = 'our client: reconnect';
  const client = await start(server);
  const nodes = numbered(100);
  const subscription = await client.subscribe(nodes, { queue: 1000 });
  for (const time of [1, 2, 3]) {
    await pause(500);
    const { cut } = await server.ask('cut');
    check(`${what}: the connection breaks, time ${time}`, cut >= 1, String(cut));
    check(`${what}: it comes back, time ${time}`, await until(async () => {
      const { reconnections, state } = await client.do('state');
      return reconnections === time && state === 'Connected';
    }), JSON.stringify(await client.do('state')));
    const { sessions, subscriptions } = await server.ask('state');
    check(`${what}: with the session and the subscription that it had, time ${time}`, sessions === 1 && subscriptions === 1,
      `${sessions} and ${subscriptions}`);
    // node-opcua tells the last value of each item once more to a session that comes back
    await equal(`${what}, time ${time}`, server, subscription, nodes, { mayRepeat: true });
  }

  await client.close(what);
}

async function republish(program, server) {
  const what = 'our client: republish';
  const lossy = await Lossy.before(server.url);
  const client = await Driven.connected(program, lossy.url);
  const nodes = numbered(20);
  const subscription = await client.subscribe(nodes, { queue: 1000 });
  for (const time of [1, 2, 3]) {
    await until(async () => (await subscription.values()).notifications > 40 * time);
    lossy.toLose = 1;
    check(`${what}: a message is lost on its way, time ${time}`, await until(() => lossy.lost === time));
    check(`${what}: it is asked for again, time ${time}`, await until(async () => (await subscription.values()).republished === time),
      JSON.stringify({ ...await subscription.values(), values: 0 }));
  }

  await equal(what, server, subscription, nodes);
  await client.close(what);
  lossy.end();
}

const put = async (client, node, ...all) => {
  for (const value of all) {
    const [status] = await client.do('write', { nodes: [node], values: [value] });
    if (status !== good) throw new Error(`write: ${status}`);
    await pause(100);
  }
};

async function two(start, server) {
  const what = 'our client: two subscriptions';
  const client = await start(server);
  const a = await client.subscribe(['ns=2;i=1', 'ns=2;i=2'], { interval: 300 });
  const b = await client.subscribe(['ns=2;i=2', 'ns=2;i=3'], { interval: 50 });
  await put(client, 'ns=2;i=1', 11);
  await put(client, 'ns=2;i=2', 12);
  await put(client, 'ns=2;i=3', 13);
  const last = async (subscription, node) => (await subscription.values()).values[node]?.at(-1)?.value;
  check(`${what}: each gets its own`, await until(async () =>
    await last(a, 'ns=2;i=1') === 11 && await last(a, 'ns=2;i=2') === 12
    && await last(b, 'ns=2;i=2') === 12 && await last(b, 'ns=2;i=3') === 13));
  check(`${what}: and nothing else`, await last(a, 'ns=2;i=3') === undefined && await last(b, 'ns=2;i=1') === undefined);
  await client.do('unsubscribe', { subscription: a.id });
  await put(client, 'ns=2;i=2', 22);
  check(`${what}: one is deleted, the other goes on`, await until(async () => await last(b, 'ns=2;i=2') === 22));
  check(`${what}: the deleted one is silent`, await last(a, 'ns=2;i=2') === 12);
  await client.close(what);
}

async function queue(start, server) {
  const client = await start(server);
  await put(client, 'ns=2;i=1', 100);
  const deadband = await client.subscribe(['ns=2;i=1'], { interval: 50, deadband: 10, queue: 100 });
  await until(async () => (await deadband.values()).notifications > 0);
  await put(client, 'ns=2;i=1', 105, 110, 95, 111, 104, 122, 111, 90);
  const seen = async () => ((await deadband.values()).values['ns=2;i=1'] ?? []).map(({ value }) => value).join();
  check('our client: deadband', await until(async () => await seen() === '100,111,122,111,90'), await seen());

  await put(client, 'ns=2;i=2', 0);
  const short = await client.subscribe(['ns=2;i=2'], { interval: 1500, queue: 2 });
  let marked = [];
  for (let round = 0; round < 5 && marked.length === 0; round++) {
    await put(client, 'ns=2;i=2', 1, 2, 3, 4, 5);
    await until(async () => (await short.values()).values['ns=2;i=2']?.at(-1)?.value === 5);
    marked = (await short.values()).values['ns=2;i=2'].filter(({ status }) => (Number(status) & overflow) === overflow);
  }

  check('our client: the mark of a queue that was too short', marked.length > 0, JSON.stringify(marked));
  await client.close('our client: queue');
}

async function deletion(start, server) {
  const what = 'our client: delete while a publish waits';
  const client = await start(server);
  for (const time of [1, 2, 3]) {
    const subscription = await client.subscribe(['ns=2;i=1'], { interval: 1000, keepAlive: 1000, lifetime: 10_000 });
    await until(async () => (await subscription.values()).notifications > 0);
    await client.do('unsubscribe', { subscription: subscription.id });
    check(`${what}: it is gone, time ${time}`, (await server.ask('state')).subscriptions === 0);
  }

  const subscription = await client.subscribe(['ns=2;i=1'], { interval: 50 });
  await put(client, 'ns=2;i=1', 77);
  check(`${what}: the next one works`, await until(async () => (await subscription.values()).values['ns=2;i=1']?.at(-1)?.value === 77));
  const { state, reconnections } = await client.do('state');
  check(`${what}: the connection stays`, state === 'Connected' && reconnections === 0, `${state} ${reconnections}`);
  await client.close(what);
}

async function events(start, server) {
  const what = 'our client: events';
  const client = await start(server);
  const fields = ['Message', 'Severity', 'SourceName', 'NoSuchField'];
  const subscription = await client.do('events', { nodes: ['i=2253'], fields: fields.slice(0, 3), interval: 50 });
  check(`${what}: the item is created`, subscription.statuses.join() === good, subscription.statuses.join());
  const came = async () => (await client.do('values', { subscription: subscription.subscription })).events.map((one) => one.join());
  await server.ask('event');
  const expected = [100, 200, 300].map((severity) => `event ${severity},${severity},Server`).join('; ');
  check(`${what}: all come, in order`, await until(async () => (await came()).join('; ') === expected), (await came()).join('; '));
  const unknown = await client.do('events', { nodes: ['i=2253'], fields, interval: 50 });
  await server.ask('event');
  const all = async () => (await client.do('values', { subscription: unknown.subscription })).events;
  check(`${what}: a field that there is not is null`,
    await until(async () => (await all()).length === 3) && (await all()).every((one) => one.length === 4 && one[3] === 'null'),
    `${unknown.statuses.join()} ${JSON.stringify(await all())}`);
  await client.close(what);
}

async function limits(start, server) {
  const what = 'our client: limits';
  const client = await start(server);
  const told = await client.do('limits');
  check(`${what}: they are read`, Object.values(told).join() === '100,100,100,100', JSON.stringify(told));
  const nodes = numbered(items);
  const wanted = nodes.map((_, i) => i + 0.25);
  const statuses = await client.do('write', { nodes, values: wanted });
  check(`${what}: ${items} values are written`, statuses.length === items && statuses.every((status) => status === good), statuses[0]);
  const read = await client.do('read', { nodes });
  check(`${what}: they are what is read`, isDeepStrictEqual(read.map(({ value }) => value), wanted), JSON.stringify(read[0]));
  const subscription = await client.subscribe(nodes);
  check(`${what}: ${items} items are created`,
    subscription.statuses.length === items && subscription.statuses.every((status) => status === good), subscription.statuses[0]);
  await client.close(what);
}

async function renewal(program, server) {
  const what = 'our client: renewal';
  const lossy = await Lossy.before(server.url);
  const client = await Driven.connected(program, lossy.url);
  const nodes = numbered(100);
  const subscription = await client.subscribe(nodes, { queue: 1000 });
  const renewals = () => lossy.sent.filter(([type]) => type === 'OPN').length - 1;
  await until(() => renewals() >= 2);
  await equal(what, server, subscription, nodes);
  const { state, reconnections } = await client.do('state');
  check(`${what}: the connection stays`, state === 'Connected' && reconnections === 0, `${state} ${reconnections}`);
  check(`${what}: the channel was renewed`, renewals() >= 2, String(renewals()));
  await client.close(what);
  lossy.end();
}

/** Changes messages in transit, and checks that the client recovers by itself afterwards. */
async function wrong(program, server) {
  const what = 'our client: a server that is wrong';
  const lossy = await Lossy.before(server.url);
  const client = await Driven.connected(program, lossy.url, '--republish', '5');
  const subscription = await client.subscribe(numbered(100), { interval: 50, queue: 1000, lifetime: 100 });
  lossy.toSpoil = 0.1;
  await until(() => lossy.spoiled >= 15, 20_000); // the client pauses longer with each connection that fails
  await until(() => lossy.spoiled >= 5); // or waits for an answer whose number was changed
  check(`${what}: it is changed`, lossy.spoiled >= 5, String(lossy.spoiled));
  lossy.toSpoil = 0;
  const { notifications } = await subscription.values();
  check(`${what}: the client finds back`, await until(async () => {
    const { state } = await client.do('state');
    return state === 'Connected' && (await subscription.values()).notifications > notifications + 1000;
  }, 2 * patience), JSON.stringify(await client.do('state')));
  const { reconnections } = await client.do('state');
  const { lost, duplicates, handlerFaults } = await subscription.values();
  console.log(`${what}: ${lossy.spoiled} chunks changed, ${reconnections} reconnections; messages: ${lost} lost, ${duplicates} twice; `
    + `${handlerFaults} faults of the handler`);
  await client.close(what);
  lossy.end();
}
