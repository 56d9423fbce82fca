// A session of a node-opcua client that sends requests unchanged. It repeats, acknowledges and publishes nothing by itself.
import { connectTo, opcua } from './peer.mjs';

const {
  AttributeIds, CreateMonitoredItemsRequest, CreateSubscriptionRequest, DeleteSubscriptionsRequest, MonitoringMode,
  PublishRequest, ReadRequest, RepublishRequest, TimestampsToReturn, Variant, WriteRequest,
} = opcua;

export const bad = {
  ServiceUnsupported: 0x800b0000, NothingToDo: 0x800f0000, TooManyPublishRequests: 0x80780000, NoSubscription: 0x80790000,
  SubscriptionIdInvalid: 0x80280000, SequenceNumberUnknown: 0x807a0000, MessageNotAvailable: 0x807b0000, NodeIdUnknown: 0x80340000,
  AttributeIdInvalid: 0x80350000, MonitoredItemIdInvalid: 0x80420000, TypeMismatch: 0x80740000, SessionIdInvalid: 0x80250000,
  SessionClosed: 0x80260000, MonitoredItemFilterUnsupported: 0x80440000, DeadbandFilterInvalid: 0x808e0000,
};
export const overflow = 0x480; // the status says something about a data value: its queue was too short

export const hex = (status) => (typeof status === 'number' ? `0x${(status >>> 0).toString(16).padStart(8, '0')}` : String(status));

export class Conversation {
  static async open(url, options) {
    const client = await connectTo(url, options);
    return new Conversation(client, await client.createSession());
  }

  constructor(client, session) {
    this.client = client;
    this.session = session;
  }

  /** Sends a request, and returns the response and its status. A fault is a response, too. */
  call(request) {
    return new Promise((resolve) => {
      this.session.performMessageTransaction(request, (error, answer) => {
        const response = answer ?? error?.response ?? null;
        resolve({ response, status: response?.responseHeader.serviceResult.value, error: error?.message });
      });
    });
  }

  async read(nodes, attributeId = AttributeIds.Value) {
    const nodesToRead = nodes.map((nodeId) => ({ nodeId, attributeId }));
    const { response } = await this.call(new ReadRequest({ nodesToRead, timestampsToReturn: TimestampsToReturn.Both }));
    return response?.results ?? [];
  }

  async write(nodes, values, dataType) {
    const request = new WriteRequest({
      nodesToWrite: nodes.map((nodeId, i) =>
        ({ nodeId, attributeId: AttributeIds.Value, value: { value: new Variant({ dataType, value: values[i] }) } })),
    });
    return ((await this.call(request)).response?.results ?? []).map((status) => status.value);
  }

  async subscribe({ interval = 100, lifetime = 1000, keepAlive = 10, maxNotifications = 0 } = {}) {
    const { response } = await this.call(new CreateSubscriptionRequest({
      requestedPublishingInterval: interval, requestedLifetimeCount: lifetime, requestedMaxKeepAliveCount: keepAlive,
      maxNotificationsPerPublish: maxNotifications, publishingEnabled: true, priority: 0,
    }));
    return response;
  }

  /** Creates items with the handles 0, 1, 2 ..., and returns the result of each. */
  async items(subscriptionId, nodes, { queueSize = 10, discardOldest = true, sampling = 0, filter = null } = {}) {
    const { response } = await this.call(new CreateMonitoredItemsRequest({
      subscriptionId,
      timestampsToReturn: TimestampsToReturn.Both,
      itemsToCreate: nodes.map((nodeId, clientHandle) => ({
        itemToMonitor: { nodeId, attributeId: AttributeIds.Value },
        monitoringMode: MonitoringMode.Reporting,
        requestedParameters: { clientHandle, samplingInterval: sampling, queueSize, discardOldest, filter },
      })),
    }));
    return response?.results ?? [];
  }

  publish(...acknowledged) {
    const subscriptionAcknowledgements = acknowledged.map(([subscriptionId, sequenceNumber]) => ({ subscriptionId, sequenceNumber }));
    return this.call(new PublishRequest({ requestHeader: { timeoutHint: 60_000 }, subscriptionAcknowledgements }));
  }

  /** Publishes and acknowledges until a response has values. Returns the response, and the values by handle. */
  async values() {
    for (let i = 0; i < 100; i++) {
      const { response, status } = await this.publish();
      if (status !== 0) throw new Error(`Publish: ${hex(status)}`);
      const values = valuesOf(response.notificationMessage);
      if (values.length > 0) return { response, values };
    }

    throw new Error('nothing but keep-alives');
  }

  republish(subscriptionId, retransmitSequenceNumber) {
    return this.call(new RepublishRequest({ subscriptionId, retransmitSequenceNumber }));
  }

  async unsubscribe(...subscriptionIds) {
    return ((await this.call(new DeleteSubscriptionsRequest({ subscriptionIds }))).response?.results ?? []).map((status) => status.value);
  }

  async close() {
    await this.session.close().catch(() => {});
    await this.client.disconnect();
  }
}

/** Returns the values of a message: pairs of handle and data value. */
export function valuesOf(message) {
  return (message.notificationData ?? []).flatMap((data) => data?.monitoredItems ?? []).map((item) => [item.clientHandle, item.value]);
}
