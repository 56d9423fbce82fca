// A subscription that keeps its notifications for a comparison with values that are read.
import { pause } from '../game/report.mjs';
import { opcua } from './peer.mjs';

const { AttributeIds, ClientMonitoredItemGroup, ClientSubscription, TimestampsToReturn } = opcua;

export const same = (a, b) => a.value.value === b.value.value && a.statusCode.value === b.statusCode.value
  && a.sourceTimestamp?.getTime() === b.sourceTimestamp?.getTime() && a.sourcePicoseconds === b.sourcePicoseconds;

export class Watch {
  constructor(session) {
    this.session = session;
    this.notifications = 0;
    this.messages = 0;
    this.gaps = 0;
    this.keepAlives = 0;
    this.keeps = true;
    this.received = []; // of each item: all that came
    this.statuses = []; // of each item: what its creation gave
  }

  async subscribe(nodes, { interval = 100, keepAlive = 10, lifetime = 1000, sampling = 0, queueSize = 10, filter } = {}) {
    this.subscription = ClientSubscription.create(this.session, {
      requestedPublishingInterval: interval, requestedMaxKeepAliveCount: keepAlive, requestedLifetimeCount: lifetime,
      maxNotificationsPerPublish: 0, publishingEnabled: true, priority: 1,
    });
    await new Promise((resolve, reject) => {
      this.subscription.on('started', resolve);
      this.subscription.on('error', reject);
    });
    this.subscription.on('keepalive', () => this.keepAlives++);
    this.subscription.on('raw_notification', ({ sequenceNumber, notificationData }) => {
      if (!notificationData?.length) return; // a keep-alive names the next one
      if (this.last !== undefined && sequenceNumber !== this.last + 1) this.gaps++;
      this.last = sequenceNumber;
      this.messages++;
    });
    this.received.push(...nodes.map(() => []));
    this.group = ClientMonitoredItemGroup.create(this.subscription,
      nodes.map((nodeId) => ({ nodeId, attributeId: AttributeIds.Value })),
      { samplingInterval: sampling, queueSize, discardOldest: true, filter }, TimestampsToReturn.Both);
    this.group.on('changed', (item, value, index) => {
      this.notifications++;
      if (this.keeps) this.received[index].push(value);
    });
    await new Promise((resolve, reject) => {
      this.group.on('initialized', resolve);
      this.group.on('err', reject);
    });
    this.statuses = this.group.monitoredItems.map((item) => item.statusCode);
  }

  /** Returns the values that were read but not notified. */
  notSeen(read) {
    return read.filter((value, i) => !this.received[i].findLast((one) => same(one, value)));
  }

  /** Waits until all values that were read were notified. */
  async sees(read, milliseconds = 60_000) {
    for (const end = performance.now() + milliseconds; this.notSeen(read).length > 0 && performance.now() < end;) await pause(50);
    return this.notSeen(read).length === 0;
  }
}
