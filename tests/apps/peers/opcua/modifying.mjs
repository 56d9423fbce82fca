// Checks of subscriptions and items that are modified, request by request.
import { check } from '../game/report.mjs';
import { bad, hex, valuesOf } from './conversation.mjs';
import { opcua } from './peer.mjs';

const {
  ModifyMonitoredItemsRequest, ModifySubscriptionRequest, MonitoringMode, SetMonitoringModeRequest, SetPublishingModeRequest,
  TimestampsToReturn, TransferSubscriptionsRequest,
} = opcua;
const [one, two] = ['ns=2;i=1', 'ns=2;i=2'];
const number = ([, value]) => Number(value.value.value);
const statuses = (response) => (response?.results ?? []).map((result) => result.statusCode?.value ?? result.value);

/** Publishes until an item has a value. Returns all values that came, as "handle: value". */
async function until(conversation, handle, value) {
  const seen = [];
  for (let i = 0; i < 50 && !seen.includes(`${handle}: ${value}`); i++)
    seen.push(...(await conversation.values()).values.map((pair) => `${pair[0]}: ${number(pair)}`));
  return seen;
}

export async function modifyItems(conversation) {
  await conversation.put(one, 0);
  const { subscriptionId } = await conversation.subscribe({ interval: 50 });
  const [item] = await conversation.items(subscriptionId, [one], { queueSize: 10 });
  await conversation.values();
  const parameters = { clientHandle: 77, samplingInterval: 0, queueSize: 3, discardOldest: true, filter: null };
  const { response } = await conversation.call(new ModifyMonitoredItemsRequest({
    subscriptionId,
    timestampsToReturn: TimestampsToReturn.Both,
    itemsToModify: [
      { monitoredItemId: item.monitoredItemId, requestedParameters: parameters },
      { monitoredItemId: 987654321, requestedParameters: parameters },
    ],
  }));
  check('modified items: one is modified, one is unknown',
    statuses(response).join() === [0, bad.MonitoredItemIdInvalid].join(), statuses(response).map(hex).join(' '));
  check('modified items: the queue is shorter', response?.results[0].revisedQueueSize === 3, String(response?.results[0].revisedQueueSize));
  await conversation.put(one, 5);
  const seen = await until(conversation, 77, 5);
  check('modified items: values come with the new handle', seen.includes('77: 5'), seen.join(', '));
  const unknown = await conversation.call(new ModifyMonitoredItemsRequest({
    subscriptionId: 987654321, timestampsToReturn: TimestampsToReturn.Both,
    itemsToModify: [{ monitoredItemId: 1, requestedParameters: parameters }],
  }));
  check('modified items: none in an unknown subscription', unknown.status === bad.SubscriptionIdInvalid, hex(unknown.status));
}

export async function monitoringMode(conversation) {
  await conversation.put(one, 0);
  await conversation.put(two, 0);
  const { subscriptionId } = await conversation.subscribe({ interval: 50 });
  const items = await conversation.items(subscriptionId, [one, two]);
  await conversation.values();
  const set = async (mode) => {
    const { response } = await conversation.call(new SetMonitoringModeRequest({
      subscriptionId, monitoringMode: mode, monitoredItemIds: [items[0].monitoredItemId, 987654321],
    }));
    return statuses(response).map(hex).join();
  };
  const expected = [0, bad.MonitoredItemIdInvalid].map(hex).join();
  const results = [await set(MonitoringMode.Disabled)];
  await conversation.put(one, 1);
  await conversation.put(two, 1);
  const silent = await until(conversation, 1, 1);
  check('monitoring mode: a disabled item is silent', silent.join() === '1: 1', silent.join());
  results.push(await set(MonitoringMode.Reporting));
  const again = await until(conversation, 0, 1);
  check('monitoring mode: when it reports again, its value comes', again.join() === '0: 1', again.join());
  results.push(await set(MonitoringMode.Sampling));
  await conversation.put(one, 2);
  await conversation.put(two, 2);
  const sampled = await until(conversation, 1, 2);
  check('monitoring mode: an item that only samples is silent', sampled.join() === '1: 2', sampled.join());
  results.push(await set(MonitoringMode.Reporting));
  await conversation.put(one, 3);
  const last = await until(conversation, 0, 3);
  check('monitoring mode: and reports from then on', last.at(-1) === '0: 3', last.join());
  check('monitoring mode: each is set, the unknown one is not', results.every((result) => result === expected), results.join(' '));
}

export async function modifySubscription(conversation) {
  const { subscriptionId } = await conversation.subscribe({ interval: 60_000, keepAlive: 1000, lifetime: 10_000 });
  const modify = (id) => conversation.call(new ModifySubscriptionRequest({
    subscriptionId: id, requestedPublishingInterval: 100, requestedLifetimeCount: 1000, requestedMaxKeepAliveCount: 2,
    maxNotificationsPerPublish: 0, priority: 1,
  }));
  const { response } = await modify(subscriptionId);
  check('modified subscription: its terms are new',
    response?.revisedPublishingInterval === 100 && response.revisedMaxKeepAliveCount === 2 && response.revisedLifetimeCount === 1000,
    `${response?.revisedPublishingInterval} ${response?.revisedMaxKeepAliveCount} ${response?.revisedLifetimeCount}`);
  const start = performance.now();
  await conversation.publish();
  await conversation.publish();
  check('modified subscription: it publishes by them', performance.now() - start < 30_000, `${performance.now() - start} ms`);
  const unknown = await modify(987654321);
  check('modified subscription: an unknown one', unknown.status === bad.SubscriptionIdInvalid, hex(unknown.status));
}

export async function publishingMode(conversation) {
  await conversation.put(one, 0);
  const { subscriptionId } = await conversation.subscribe({ interval: 50, keepAlive: 2 });
  await conversation.items(subscriptionId, [one]);
  await conversation.values();
  const set = async (publishingEnabled) => statuses((await conversation.call(
    new SetPublishingModeRequest({ publishingEnabled, subscriptionIds: [subscriptionId, 987654321] }))).response).map(hex).join();
  const results = [await set(false)];
  await conversation.put(one, 1);
  const answers = [await conversation.publish(), await conversation.publish(), await conversation.publish()];
  check('publishing mode: nothing but keep-alives while it is off',
    answers.every(({ response }) => valuesOf(response.notificationMessage).length === 0));
  results.push(await set(true));
  const seen = await until(conversation, 0, 1);
  check('publishing mode: what waited comes when it is on', seen.join() === '0: 1', seen.join());
  const expected = [0, bad.SubscriptionIdInvalid].map(hex).join();
  check('publishing mode: it is set, the unknown one is not', results.every((result) => result === expected), results.join(' '));
}

/** Checks that another session cannot take over subscriptions, as the README says. */
export async function transfer(conversation) {
  const { subscriptionId } = await conversation.subscribe();
  const { status } = await conversation.call(new TransferSubscriptionsRequest({ subscriptionIds: [subscriptionId] }));
  check('transfer: it is refused as a whole', status === bad.ServiceUnsupported, hex(status));
  await conversation.items(subscriptionId, [one]);
  check('transfer: the subscription stays', (await conversation.values()).response.subscriptionId === subscriptionId);
}
