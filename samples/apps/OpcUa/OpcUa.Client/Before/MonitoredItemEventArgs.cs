using OpcUa.Client.Subscriptions;
using OpcUa.Protocol.Notifications;

namespace OpcUa.Client.Before;

/// <summary>The arguments of an event for one value, about 64 bytes (row OPCREP-event-args).</summary>
public sealed class MonitoredItemEventArgs(
    ISubscription subscription, MonitoredItem? item, MonitoredItemNotification notification, uint sequenceNumber, DateTime publishTime)
    : EventArgs
{
    public ISubscription Subscription { get; } = subscription;

    /// <summary>The item, or <see langword="null"/> if it was removed in the meantime.</summary>
    public MonitoredItem? Item { get; } = item;

    public MonitoredItemNotification Notification { get; } = notification;

    public uint SequenceNumber { get; } = sequenceNumber;

    public DateTime PublishTime { get; } = publishTime;
}
