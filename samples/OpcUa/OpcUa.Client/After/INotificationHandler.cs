using OpcUa.Client.Subscriptions;
using OpcUa.Protocol.Notifications;

namespace OpcUa.Client.After;

/// <summary>The application's end. It must not wait: no further message is received meanwhile.</summary>
public interface INotificationHandler
{
    /// <summary>Values have changed.</summary>
    /// <param name="change">The values, good until the call ends, unless they are detached.</param>
    void OnDataChange(in DataChange change);

    /// <summary>Events have happened.</summary>
    /// <param name="events">The events, good until the call ends.</param>
    /// <param name="subscription">Where they belong.</param>
    void OnEvents(EventNotificationList events, ISubscription subscription)
    {
    }
}
