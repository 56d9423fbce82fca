using OpcUa.App.Measuring;
using OpcUa.Client.After;
using OpcUa.Client.Subscriptions;
using OpcUa.Protocol.Notifications;

namespace OpcUa.App.Clients;

/// <summary>The application for pooled messages. It is called once per message, and reads each value in place.</summary>
internal sealed class PooledHandler(NotificationMeter meter) : INotificationHandler
{
    public void OnDataChange(in DataChange change)
    {
        meter.BeginMessage(change.Message.SequenceNumber);
        foreach (MonitoredItemNotification notification in change)
            meter.Add(change.TryGetItem(notification, out MonitoredItem? item) ? item.NodeId.Number : 0, notification.Value);
    }
}
