using OpcUa.Client.Subscriptions;
using OpcUa.Protocol.Notifications;

namespace OpcUa.Client.After;

/// <content>Reports to tools. A copy of this folder may omit it if it does not allow unsafe code.</content>
public sealed partial class PooledNotifications
{
    static partial void Tell(NotificationMessage message, ISubscription subscription)
    {
        if (NotificationEvents.Log.IsOn()) // otherwise not even the arguments are computed
            TellListeners(message, subscription);
    }

    private static void TellListeners(NotificationMessage message, ISubscription subscription)
    {
        int count = 0;
        foreach (DataChangeNotification change in message.DataChanges.Span)
            count += change.MonitoredItems.Count;

        foreach (EventNotificationList events in message.Events.Span)
            count += events.Events.Count;

        long age = DateTime.UtcNow.Ticks - message.PublishTime.Ticks;
        NotificationEvents.Log.MessageReceived(subscription.Id, message.SequenceNumber, count, age);
    }
}
