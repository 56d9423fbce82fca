using OpcUa.Client.Subscriptions;
using OpcUa.Protocol.Notifications;

namespace OpcUa.Client.After;

/// <summary>Receives notifications for the application. It must not block, since no further message is received until it returns.</summary>
public interface INotificationHandler
{
    /// <summary>Called when values have changed.</summary>
    /// <param name="change">The values, valid until the call returns, unless they are detached.</param>
    void OnDataChange(in DataChange change);

    /// <summary>Called when events have occurred.</summary>
    /// <param name="events">The events, valid until the call returns.</param>
    /// <param name="subscription">The subscription of the events.</param>
    void OnEvents(EventNotificationList events, ISubscription subscription)
    {
    }
}
