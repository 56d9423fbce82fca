using OpcUa.Client.After;
using OpcUa.Client.Subscriptions;
using OpcUa.Protocol.Notifications;

namespace Pooling.Services.Hosts;

/// <summary>The pooled way: the values stay with their message, which is rented.</summary>
internal sealed class PooledOpcUaHandler(OpcUaValues values) : INotificationHandler
{
    public void OnDataChange(in DataChange change)
    {
        DateTime now = DateTime.UtcNow;
        foreach (MonitoredItemNotification notification in change)
        {
            if (change.TryGetItem(notification, out MonitoredItem? item))
                values.Add(item.NodeId.Number, notification.Value, now);
        }
    }
}
