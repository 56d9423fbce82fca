// Checks of a server's subscriptions, request by request. No request is sent implicitly.
import { check, pause } from '../game/report.mjs';
import { Conversation, bad, hex, overflow, valuesOf } from './conversation.mjs';
import { modifyItems, modifySubscription, monitoringMode, publishingMode, transfer } from './modifying.mjs';
import { opcua } from './peer.mjs';

const { DataChangeFilter, DataChangeTrigger, DeadbandType, DeleteMonitoredItemsRequest } = opcua;

const between = 150; // milliseconds from one write to the next: a server may look at its variables each 50 or 100
const number = ([, value]) => Number(value.value.value);

export async function examineSubscriptions(still, part, { acceptsAnyDeadband = false }) {
  const alone = (what, run) => part(what, async () => {
    const conversation = await Conversation.open(still);
    const [{ value: { dataType } }] = await conversation.read(['ns=2;i=1']);
    conversation.put = async (node, ...values) => {
      for (const value of values) {
        const [status] = await conversation.write([node], [value], dataType);
        if (status !== 0) throw new Error(`write: ${hex(status)}`);
        if (values.length > 1) await pause(between);
      }
    };
    try {
      await run(conversation);
    } finally {
      await conversation.close();
    }
  });

  await alone('revisions', revisions);
  await alone('items', items);
  await alone('keep-alive', keepAlive);
  await alone('republish', republish);
  await alone('two subscriptions', two);
  await alone('deadband', (conversation) => deadband(conversation, acceptsAnyDeadband));
  await alone('queue', queue);
  await alone('modified items', modifyItems);
  await alone('monitoring mode', monitoringMode);
  await alone('modified subscription', modifySubscription);
  await alone('publishing mode', publishingMode);
  if (!acceptsAnyDeadband) await alone('transfer', transfer);
  await alone('messages in parts', parts);
  await alone('delete while a publish waits', deletion);
  await alone('too many publishes', tooMany);
}

async function revisions(conversation) {
  const response = await conversation.subscribe({ interval: 1, lifetime: 1, keepAlive: 1 });
  check('revisions: an interval that can be held', response.revisedPublishingInterval >= 1, String(response.revisedPublishingInterval));
  check('revisions: the lifetime is three keep-alives at least', response.revisedLifetimeCount >= 3 * response.revisedMaxKeepAliveCount,
    `${response.revisedLifetimeCount} and ${response.revisedMaxKeepAliveCount}`);
  const { subscriptionId } = await conversation.subscribe(); // the other one may have ended by now
  const [item] = await conversation.items(subscriptionId, ['ns=2;i=1'], { queueSize: 0xffffffff, sampling: -1 });
  check('revisions: a queue has an end', item.statusCode.value === 0 && item.revisedQueueSize < 0x7fffffff, String(item.revisedQueueSize));
  check('revisions: a sampling interval that is one', item.revisedSamplingInterval >= 0, String(item.revisedSamplingInterval));
  const negative = await conversation.subscribe({ interval: -5, lifetime: 0xffffffff, keepAlive: 0xffffffff });
  check('revisions: nonsense is revised', negative?.revisedPublishingInterval > 0, String(negative?.revisedPublishingInterval));
  const endless = await conversation.subscribe({ interval: Infinity });
  const wrong = await conversation.subscribe({ interval: NaN });
  check('revisions: endless and no number at all are revised or refused', [endless, wrong].every((one) =>
    one?.revisedPublishingInterval === undefined || (one.revisedPublishingInterval > 0 && one.revisedPublishingInterval < Infinity)),
  `${endless?.revisedPublishingInterval} ${wrong?.revisedPublishingInterval}`);
}

async function items(conversation) {
  const { subscriptionId } = await conversation.subscribe();
  const results = await conversation.items(subscriptionId, ['ns=2;i=1', 'ns=2;i=999999999', 'ns=2;i=2']);
  const statuses = results.map((result) => result.statusCode.value);
  check('items: an unknown node between two known ones', statuses[0] === 0 && statuses[1] === bad.NodeIdUnknown && statuses[2] === 0,
    statuses.map(hex).join(' '));
  const nothing = await conversation.items(subscriptionId, []);
  check('items: none', nothing.length === 0);
  const { values, response } = await conversation.values();
  check('items: their first values come by themselves', values.map(([handle]) => handle).sort().join() === '0,2', String(values.length));
  check('items: the message is of their subscription', response.subscriptionId === subscriptionId);

  const monitoredItemIds = [results[0].monitoredItemId, 987654321];
  const deleted = await conversation.call(new DeleteMonitoredItemsRequest({ subscriptionId, monitoredItemIds }));
  const ends = deleted.response?.results?.map((status) => status.value) ?? [];
  check('items: one is deleted, one is unknown', ends[0] === 0 && ends[1] === bad.MonitoredItemIdInvalid, ends.map(hex).join(' '));
  await conversation.put('ns=2;i=1', 41);
  await conversation.put('ns=2;i=2', 42);
  const after = await conversation.values();
  check('items: what was deleted is silent', after.values.every(([handle]) => handle === 2) && after.values.map(number).includes(42),
    after.values.map(String).join());
  const unknown = await conversation.items(987654321, ['ns=2;i=1']);
  check('items: none in an unknown subscription', unknown.length === 0);
}

async function keepAlive(conversation) {
  const { subscriptionId } = await conversation.subscribe({ interval: 100, keepAlive: 3 });
  const first = await conversation.publish();
  check('keep-alive: it comes when there is nothing else', valuesOf(first.response.notificationMessage).length === 0
    && first.response.subscriptionId === subscriptionId);
  const second = await conversation.publish();
  const [a, b] = [first, second].map(({ response }) => response.notificationMessage.sequenceNumber);
  check('keep-alive: it takes no sequence number', a === 1 && b === 1, `${a} ${b}`);
  await conversation.items(subscriptionId, ['ns=2;i=1']);
  const { response } = await conversation.values();
  const { sequenceNumber } = response.notificationMessage;
  check('keep-alive: the next message has the number', sequenceNumber === 1, String(sequenceNumber));
}

async function republish(conversation) {
  const { subscriptionId } = await conversation.subscribe();
  await conversation.items(subscriptionId, ['ns=2;i=1', 'ns=2;i=2']);
  const { response: one } = await conversation.values();
  await conversation.put('ns=2;i=1', 1001);
  const { response: two, values } = await conversation.values();
  const [a, b] = [one, two].map((response) => response.notificationMessage.sequenceNumber);
  check('republish: numbers go up by one', b === a + 1, `${a} ${b}`);
  check('republish: what is not acknowledged is available',
    [a, b].every((n) => two.availableSequenceNumbers?.includes(n)), String(two.availableSequenceNumbers));
  const again = await conversation.republish(subscriptionId, b);
  check('republish: the same message again', again.status === 0 && again.response.notificationMessage.sequenceNumber === b
    && valuesOf(again.response.notificationMessage).map(number).join() === values.map(number).join(), hex(again.status));
  check('republish: at its own time',
    again.response?.notificationMessage?.publishTime?.getTime() === two.notificationMessage.publishTime.getTime());
  const first = await conversation.republish(subscriptionId, a);
  check('republish: the one before, too',
    first.status === 0 && valuesOf(first.response.notificationMessage).length === 2, hex(first.status));

  const acknowledged = await conversation.publish([subscriptionId, a], [subscriptionId, 987654], [987654, 1]);
  const statuses = acknowledged.response?.results?.map((status) => status.value) ?? [];
  check('republish: acknowledged, and what is unknown', statuses[0] === 0 && statuses[1] === bad.SequenceNumberUnknown
    && statuses[2] === bad.SubscriptionIdInvalid, statuses.map(hex).join(' '));
  check('republish: only the other is left', acknowledged.response?.availableSequenceNumbers?.join() === String(b),
    String(acknowledged.response?.availableSequenceNumbers));
  const gone = await conversation.republish(subscriptionId, a);
  check('republish: what was acknowledged is gone', gone.status === bad.MessageNotAvailable, hex(gone.status));
  const unknown = await conversation.republish(987654, 1);
  check('republish: an unknown subscription', unknown.status === bad.SubscriptionIdInvalid, hex(unknown.status));
}

async function two(conversation) {
  const { subscriptionId: slow } = await conversation.subscribe({ interval: 300 });
  const { subscriptionId: fast } = await conversation.subscribe({ interval: 50 });
  check('two subscriptions: two ids', slow !== fast);
  await conversation.items(slow, ['ns=2;i=1', 'ns=2;i=2']);
  await conversation.items(fast, ['ns=2;i=2', 'ns=2;i=3']);
  await conversation.put('ns=2;i=1', 2001);
  await conversation.put('ns=2;i=2', 2002);
  await conversation.put('ns=2;i=3', 2003);
  const last = { [slow]: {}, [fast]: {} };
  const isWhole = () => last[slow][0] === 2001 && last[slow][1] === 2002 && last[fast][0] === 2002 && last[fast][1] === 2003;
  for (let i = 0; i < 100 && !isWhole(); i++) {
    const { response, values } = await conversation.values();
    for (const one of values) last[response.subscriptionId][one[0]] = number(one);
  }

  check('two subscriptions: each gets its own', isWhole(), JSON.stringify(last));
  const results = await conversation.unsubscribe(fast, 987654);
  check('two subscriptions: one is deleted, one is unknown',
    results[0] === 0 && results[1] === bad.SubscriptionIdInvalid, results.map(hex).join(' '));
  await conversation.put('ns=2;i=2', 2012);
  const { response, values } = await conversation.values();
  check('two subscriptions: the other goes on', response.subscriptionId === slow && values.map(number).includes(2012));
}

async function deadband(conversation, acceptsAny) {
  await conversation.put('ns=2;i=1', 100);
  await conversation.put('ns=2;i=2', 100);
  const { subscriptionId } = await conversation.subscribe({ interval: 50 });
  const filter = new DataChangeFilter({ trigger: DataChangeTrigger.StatusValue, deadbandType: DeadbandType.Absolute, deadbandValue: 10 });
  const [item] = await conversation.items(subscriptionId, ['ns=2;i=1'], { filter });
  check('deadband: it is accepted', item.statusCode.value === 0, String(item.statusCode));
  const { values: first } = await conversation.values();
  check('deadband: the first value comes', number(first[0]) === 100);
  await conversation.put('ns=2;i=1', 105, 110, 95, 111, 104, 122, 111, 90);
  const seen = [];
  for (let i = 0; i < 20 && seen.at(-1) !== 90; i++) seen.push(...(await conversation.values()).values.map(number));
  check('deadband: only what is more than that away from the last', seen.join() === '111,122,111,90', seen.join());
  if (acceptsAny) return;
  const negative = new DataChangeFilter({ trigger: DataChangeTrigger.StatusValue, deadbandType: DeadbandType.Absolute, deadbandValue: -1 });
  const [refused] = await conversation.items(subscriptionId, ['ns=2;i=2'], { filter: negative });
  check('deadband: less than nothing is refused', refused?.statusCode.value === bad.DeadbandFilterInvalid, String(refused?.statusCode));
  const percent = new DataChangeFilter({ trigger: DataChangeTrigger.StatusValue, deadbandType: DeadbandType.Percent, deadbandValue: 5 });
  const [ranged] = await conversation.items(subscriptionId, ['ns=2;i=2'], { filter: percent });
  check('deadband: percent of a range that there is not is refused',
    ranged?.statusCode.value === bad.MonitoredItemFilterUnsupported, String(ranged?.statusCode));
}

async function queue(conversation) {
  const node = 'ns=2;i=1';
  for (const [discardOldest, values, marks] of [[true, '4,5', 'true,false'], [false, '2,5', 'false,true']]) {
    const what = `queue: the ${discardOldest ? 'oldest' : 'newest'} gives way`;
    await conversation.put(node, 1);
    const { subscriptionId } = await conversation.subscribe({ interval: 2000 });
    const [item] = await conversation.items(subscriptionId, [node], { queueSize: 2, discardOldest });
    check(`${what}: a queue of two`, item.revisedQueueSize === 2, String(item.revisedQueueSize));
    await conversation.values();
    let seen = [];
    for (let round = 0; round < 5 && seen.map(number).join() !== values; round++) { // on a busy machine a message comes in between
      await conversation.put(node, 0);
      await conversation.values(); // the next one is an interval away
      await conversation.put(node, 2, 3, 4, 5);
      seen = (await conversation.values()).values;
      for (let i = 0; i < 10 && number(seen.at(-1)) !== 5; i++) seen = (await conversation.values()).values;
    }

    check(`${what}: what stays`, seen.map(number).join() === values, seen.map(String).join());
    check(`${what}: the mark is where something is missing`, seen.map(isMarked).join() === marks,
      seen.map(([, value]) => hex(value.statusCode.value)).join(' '));
    await conversation.unsubscribe(subscriptionId);
  }

  const { subscriptionId } = await conversation.subscribe({ interval: 1000 });
  await conversation.items(subscriptionId, [node], { queueSize: 1 });
  await conversation.values();
  await conversation.put(node, 6, 7, 8);
  const { values } = await conversation.values();
  check('queue: one of one is not marked', values.every(([, value]) => value.statusCode.value === 0), values.map(String).join());
}

const isMarked = ([, value]) => (value.statusCode.value & overflow) === overflow;

async function parts(conversation) {
  const { subscriptionId } = await conversation.subscribe({ interval: 100, maxNotifications: 7 });
  const nodes = Array.from({ length: 50 }, (_, i) => `ns=2;i=${i + 1}`);
  await conversation.items(subscriptionId, nodes);
  const handles = new Set();
  let most = 0;
  const more = [];
  while (handles.size < 50) {
    const { response, values } = await conversation.values();
    most = Math.max(most, values.length);
    for (const [handle] of values) handles.add(handle);
    more.push(response.moreNotifications);
  }

  check('messages in parts: none has more than was asked for', most <= 7, String(most));
  check('messages in parts: all but the last say that there is more', more.slice(0, -1).every(Boolean) && !more.at(-1), more.join());
}

async function deletion(conversation) {
  const { subscriptionId } = await conversation.subscribe({ interval: 1000, keepAlive: 1000, lifetime: 10000 });
  await conversation.publish(); // the first keep-alive
  const order = [];
  const waiting = [1, 2, 3].map((n) => conversation.publish().then((answer) => { order.push(`publish ${n}`); return answer; }));
  const [status] = await conversation.unsubscribe(subscriptionId).then((result) => { order.push('delete'); return result; });
  const answers = await Promise.all(waiting);
  check('delete while a publish waits: deleted', status === 0, hex(status));
  check('delete while a publish waits: each is told that there is no subscription',
    answers.every((answer) => answer.status === bad.NoSubscription),
    answers.map((answer) => hex(answer.status)).join(' '));
  check('delete while a publish waits: and before the answer', order.at(-1) === 'delete', order.join());
}

async function tooMany(conversation) {
  const { subscriptionId } = await conversation.subscribe({ interval: 1000, keepAlive: 1000, lifetime: 10000 });
  await conversation.publish(); // the first keep-alive
  const answers = [];
  const all = Array.from({ length: 300 }, () => conversation.publish().then((answer) => answers.push(answer.status)));
  for (const end = performance.now() + 30_000; answers.length === 0 && performance.now() < end;) await pause(20);
  check('too many publishes: some are refused at once', answers.length > 0);
  await conversation.unsubscribe(subscriptionId);
  await Promise.all(all);
  const refused = answers.filter((status) => status === bad.TooManyPublishRequests).length;
  const ended = answers.filter((status) => status === bad.NoSubscription).length;
  check('too many publishes: those are told so, the others that it is deleted', refused > 0 && ended > 0 && refused + ended === 300,
    `${refused} refused, ${ended} ended of ${answers.length}: ${[...new Set(answers)].map(hex).join(' ')}`);
  check('too many publishes: the session goes on', (await conversation.read(['ns=2;i=1']))[0]?.statusCode.value === 0);
}
