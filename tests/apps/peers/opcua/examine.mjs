// Checks of a server by a node-opcua client. `live` is the address of a server whose variables change, `still` of one whose
// variables change only when they are written.
import { check, pause } from '../game/report.mjs';
import { Conversation, bad, hex } from './conversation.mjs';
import { connectTo, opcua } from './peer.mjs';
import { examineSubscriptions } from './subscriptions.mjs';
import { Watch } from './watch.mjs';

const {
  AttributeIds, BrowseDirection, BrowseNextRequest, BrowseRequest, DataType, MessageSecurityMode, NodeClass, QueryFirstRequest, ReadRequest,
  SecurityPolicy, UserTokenType,
} = opcua;

const items = 1000;
const numbered = (count) => Array.from({ length: count }, (_, i) => `ns=2;i=${i + 1}`);
const good = (values) => values.every((value) => value.statusCode.value === 0);

export async function examine(live, still, peculiarities = {}) {
  await part('endpoints', () => endpoints(still));
  await part('session', () => sessions(still));
  await part('read', () => read(still));
  await part('write', () => write(still));
  await part('browse', () => browse(still));
  await part('faults', () => faults(still, peculiarities));
  await part('values', () => values(live, {}));
  await part('values in chunks of 8,192 bytes', () => values(live, { bufferSize: 8192 }));
  await part('reconnect', () => reconnect(live));
  await part('renewal', () => renewal(live));
  await examineSubscriptions(still, part, peculiarities);
}

/** Runs a part of the checks. If it throws, the part fails, and the next one runs. */
export async function part(what, run) {
  const start = performance.now();
  try {
    await run();
  } catch (error) {
    check(what, false, String(error.stack ?? error).split('\n').slice(0, 3).join(' '));
  }

  console.log(`${what}: ${Math.round(performance.now() - start)} ms`);
}

async function endpoints(url) {
  const client = await connectTo(url);
  const list = await client.getEndpoints();
  const none = list.filter((one) => one.securityMode === MessageSecurityMode.None);
  check('endpoints: one over None', none.length >= 1, `${list.length} in all`);
  check('endpoints: its policy is None', none[0]?.securityPolicyUri === SecurityPolicy.None, none[0]?.securityPolicyUri);
  check('endpoints: UA-TCP, binary',
    none[0]?.transportProfileUri === 'http://opcfoundation.org/UA-Profile/Transport/uatcp-uasc-uabinary', none[0]?.transportProfileUri);
  check('endpoints: it is where the server listens', new URL(none[0]?.endpointUrl).port === new URL(url).port, none[0]?.endpointUrl);
  check('endpoints: anonymous users may come',
    none[0]?.userIdentityTokens.some((token) => token.tokenType === UserTokenType.Anonymous && token.policyId),
    String(none[0]?.userIdentityTokens));
  await client.disconnect();
}

async function sessions(url) {
  const one = await Conversation.open(url);
  const two = await Conversation.open(url);
  const second = await one.client.createSession(); // on the same connection
  check('session: each has its own id', new Set([one.session, two.session, second].map((s) => s.sessionId.toString())).size === 3);
  check('session: each has its own token',
    new Set([one.session, two.session, second].map((s) => s.authenticationToken.toString())).size === 3);
  const [namespaces, servers, state] = await one.read(['i=2255', 'i=2254', 'i=2259']);
  check('session: the array of namespaces', namespaces.value.value?.length > 2
    && namespaces.value.value[0] === 'http://opcfoundation.org/UA/', String(namespaces));
  check('session: the array of servers', servers.value.value?.length > 0, String(servers));
  check('session: the server runs', state.value.value === 0, String(state));
  await second.close();
  check('session: the other one on the connection stays', good(await one.read(['ns=2;i=1'])));
  await two.client.closeSession(two.session, true);
  two.session = one.session;
  await two.client.disconnect();
  check('session: one that ends leaves the others', good(await one.read(['ns=2;i=1'])));
  await one.close();
}

async function read(url) {
  const conversation = await Conversation.open(url);
  const nodes = numbered(items);
  const results = await conversation.read(nodes);
  check(`read: ${items} values`, results.length === items && good(results), `${results.length}`);
  check('read: they are numbers', results.every((one) => Number.isFinite(Number(one.value.value))), String(results[0]));
  check('read: they have source times', results.every((one) => one.sourceTimestamp instanceof Date), String(results[0]));
  const [unknown, known] = await conversation.read(['ns=2;i=999999999', nodes[0]]);
  check('read: an unknown node', unknown.statusCode.value === bad.NodeIdUnknown, hex(unknown.statusCode.value));
  check('read: the known one behind it', known.statusCode.value === 0, hex(known.statusCode.value));
  const [text] = await conversation.read(['ns=2;s=there is none']);
  check('read: an unknown node with a text as its id', text.statusCode.value === bad.NodeIdUnknown, hex(text.statusCode.value));
  const [elsewhere] = await conversation.read(['ns=77;i=1']);
  check('read: a node of an unknown namespace', elsewhere.statusCode.value === bad.NodeIdUnknown, hex(elsewhere.statusCode.value));
  const [attribute] = await conversation.read([nodes[0]], AttributeIds.Executable); // of methods
  check('read: an attribute that it does not have', attribute.statusCode.value === bad.AttributeIdInvalid, hex(attribute.statusCode.value));

  const attributes = {};
  for (const name of ['NodeId', 'NodeClass', 'BrowseName', 'DisplayName', 'DataType', 'ValueRank', 'AccessLevel'])
    [attributes[name]] = await conversation.read([nodes[0]], AttributeIds[name]);
  check('read: the other attributes', good(Object.values(attributes)), Object.entries(attributes).map((one) => one.join(' ')).join(', '));
  check('read: its own id', attributes.NodeId.value?.value?.toString() === nodes[0], String(attributes.NodeId));
  check('read: it is a variable', attributes.NodeClass.value?.value === NodeClass.Variable, String(attributes.NodeClass));
  check('read: its data type is the type of its value',
    attributes.DataType.value?.value?.value === results[0].value.dataType, String(attributes.DataType));
  check('read: a name', Boolean(attributes.BrowseName.value?.value?.name) && Boolean(attributes.DisplayName.value?.value?.text));
  await conversation.close();
}

async function write(url) {
  const conversation = await Conversation.open(url);
  const nodes = numbered(items);
  const [{ value: { dataType } }] = await conversation.read([nodes[0]]);
  for (const round of [1, 2]) {
    const values = nodes.map((_, i) => (round * 1000) + (i % 100));
    const statuses = await conversation.write(nodes, values, dataType);
    check(`write: ${items} values, time ${round}`,
      statuses.length === items && statuses.every((status) => status === 0), hex(statuses.find(Boolean)));
    const results = await conversation.read(nodes);
    check(`write: they are what is read, time ${round}`,
      results.every((one, i) => Number(one.value.value) === values[i]), String(results[0]));
  }

  const [unknown, known] = await conversation.write(['ns=2;i=999999999', nodes[0]], [1, 5], dataType);
  check('write: an unknown node', unknown === bad.NodeIdUnknown, hex(unknown));
  check('write: the known one behind it', known === 0, hex(known));
  const [mismatch] = await conversation.write([nodes[0]], ['text'], DataType.String);
  check('write: another type', mismatch === bad.TypeMismatch, hex(mismatch));
  const [kept] = await conversation.read([nodes[0]]);
  check('write: what was refused changes nothing', Number(kept.value.value) === 5, String(kept));
  await conversation.close();
}

/** Returns all references of a browse, including those of its continuation points. */
async function allReferences(conversation, { references, continuationPoint }) {
  const all = [...references ?? []];
  for (let place = continuationPoint; place?.length > 0;) {
    const { response } = await conversation.call(new BrowseNextRequest({ continuationPoints: [place] }));
    all.push(...response?.results[0].references ?? []);
    place = response?.results[0].continuationPoint;
  }

  return all;
}

const forward = (nodeId) => ({ nodeId, browseDirection: BrowseDirection.Forward, resultMask: 63 });

async function browse(url) {
  const conversation = await Conversation.open(url);
  const found = new Map();
  let looked = 0;
  for (const waiting = ['i=85']; waiting.length > 0 && looked < 200; looked++) { // Objects, and the folders below it
    const { response, status } = await conversation.call(new BrowseRequest({
      requestedMaxReferencesPerNode: 0,
      nodesToBrowse: [{ ...forward(waiting.shift()), referenceTypeId: 'i=33', includeSubtypes: true, nodeClassMask: 0 }],
    }));
    if (status !== 0 || response.results[0].statusCode.value !== 0) continue;
    for (const reference of await allReferences(conversation, response.results[0])) {
      const id = reference.nodeId.toString();
      if (found.has(id)) continue;
      found.set(id, reference);
      if (reference.nodeClass === NodeClass.Object && id !== 'ns=0;i=2253') waiting.push(id);
    }
  }

  const variables = numbered(items).map((id) => found.get(id));
  check(`browse: ${items} variables below Objects`, variables.every(Boolean), `${found.size} nodes found`);
  check('browse: they are variables', variables.every((one) => one?.nodeClass === NodeClass.Variable));
  check('browse: they have names', variables.every((one) => one?.browseName.name && one.displayName.text), String(variables[0]));
  const { response } = await conversation.call(new BrowseRequest({ nodesToBrowse: [forward('ns=2;i=999999999'), forward('i=85')] }));
  check('browse: an unknown node', response?.results[0].statusCode.value === bad.NodeIdUnknown, hex(response?.results[0].statusCode.value));
  check('browse: the known one behind it', response?.results[1].statusCode.value === 0, hex(response?.results[1].statusCode.value));
  await conversation.close();
}

async function faults(url, { dropsUnknownServices = false }) {
  const conversation = await Conversation.open(url);
  const empty = await conversation.call(new ReadRequest({ nodesToRead: [] }));
  check('faults: nothing to read', empty.status === bad.NothingToDo, hex(empty.status));
  const publish = await conversation.publish();
  check('faults: publish without a subscription', publish.status === bad.NoSubscription, hex(publish.status));
  if (!dropsUnknownServices) {
    const unknown = await conversation.call(new QueryFirstRequest({}));
    check('faults: a service that it does not know', unknown.status === bad.ServiceUnsupported, `${hex(unknown.status)} ${unknown.error}`);
  }

  check('faults: the connection stays', good(await conversation.read(['ns=2;i=1'])));
  await conversation.close();
}

/** Checks that all values that are read are also notified, each message once, in order. */
async function values(url, { bufferSize }) {
  const what = bufferSize ? `values in chunks of ${bufferSize}` : 'values';
  const chunks = { sent: [], received: [] };
  const client = await connectTo(url, { bufferSize });
  const session = await client.createSession();
  client.on('send_chunk', (chunk) => chunks.sent.push(chunk.length));
  client.on('receive_chunk', (chunk) => chunks.received.push(chunk.length));
  const conversation = new Conversation(client, session);
  const nodes = numbered(items);
  const watch = new Watch(session);
  await watch.subscribe(nodes, { queueSize: 100 });
  check(`${what}: ${items} items are created`, watch.statuses.length === items && watch.statuses.every((status) => status?.value === 0));
  for (const time of [1, 2, 3]) {
    const results = await conversation.read(nodes);
    check(`${what}: ${items} read, time ${time}`, results.length === items && good(results));
    check(`${what}: each is notified, time ${time}`, await watch.sees(results),
      `${watch.notSeen(results).length} are not, as ${watch.notSeen(results)[0]}`);
  }

  for (const end = performance.now() + 60_000; watch.notifications <= 2 * items && performance.now() < end;) await pause(50);
  check(`${what}: they change`, watch.notifications > 2 * items, String(watch.notifications));
  check(`${what}: no gap in the sequence numbers`, watch.gaps === 0 && watch.messages > 1, `${watch.gaps} in ${watch.messages}`);
  const order = watch.received.filter((list) => list.every((one, i) => i === 0 || one.sourceTimestamp >= list[i - 1].sourceTimestamp));
  check(`${what}: in order of time`, order.length === items, `${order.length} are`);
  if (bufferSize) {
    check(`${what}: no chunk is longer`, Math.max(...chunks.sent, ...chunks.received) <= bufferSize, String(Math.max(...chunks.received)));
    check(`${what}: requests were cut`, chunks.sent.filter((length) => length === bufferSize).length >= 2);
    check(`${what}: answers were cut`, chunks.received.filter((length) => length > bufferSize - 64).length >= 2);
  }

  await session.close();
  await client.disconnect();
}

/** Breaks the connection, and checks that session and subscription continue over another one without loss. */
async function reconnect(url) {
  const client = await connectTo(url, { maxRetry: 20 });
  const session = await client.createSession();
  const conversation = new Conversation(client, session);
  const nodes = numbered(100);
  const watch = new Watch(session);
  await watch.subscribe(nodes, { queueSize: 1000 });
  const id = session.sessionId.toString();
  for (const time of [1, 2, 3]) {
    const before = watch.messages;
    const back = new Promise((resolve) => client.once('connection_reestablished', () => resolve(true)));
    client._secureChannel.forceConnectionBreak();
    check(`reconnect: the connection comes back, time ${time}`, await Promise.race([back, pause(60_000)]));
    const results = await conversation.read(nodes);
    check(`reconnect: the session is still there, time ${time}`,
      good(results) && session.sessionId.toString() === id, String(results[0]?.statusCode));
    check(`reconnect: values come on, time ${time}`, await watch.sees(results), `${watch.notSeen(results).length} do not`);
    check(`reconnect: messages come on, time ${time}`, watch.messages > before, `${watch.messages} after ${before}`);
  }

  check('reconnect: no message is lost or twice', watch.gaps === 0, `${watch.gaps} gaps in ${watch.messages}`);
  await session.close();
  await client.disconnect();
}

/** Checks that the channel is renewed while values arrive. */
async function renewal(url) {
  const client = await connectTo(url, { defaultSecureTokenLifetime: 10_000 });
  const tokens = [];
  client.on('security_token_renewed', () => tokens.push(performance.now()));
  const session = await client.createSession();
  const conversation = new Conversation(client, session);
  const nodes = numbered(100);
  const watch = new Watch(session);
  await watch.subscribe(nodes, { queueSize: 1000 });
  for (const end = performance.now() + 90_000; tokens.length < 2 && performance.now() < end;) await pause(100);
  check('renewal: the channel is renewed', tokens.length >= 2, `${tokens.length} times`);
  const results = await conversation.read(nodes);
  check('renewal: values come on', good(results) && await watch.sees(results));
  check('renewal: no message is lost', watch.gaps === 0);
  await session.close();
  await client.disconnect();
}
