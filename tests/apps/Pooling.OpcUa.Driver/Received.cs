using OpcUa.Client.After;
using OpcUa.Client.Subscriptions;
using OpcUa.Protocol.Notifications;

namespace Pooling.OpcUa.Driver;

/// <summary>Keeps all notifications of each item. Any thread.</summary>
internal sealed class Received : INotificationHandler
{
    private readonly Lock _lock = new();
    private readonly Dictionary<string, List<object>> _values = [];
    private readonly List<string[]> _events = [];

    public void OnDataChange(in DataChange change)
    {
        lock (_lock)
        {
            foreach (MonitoredItemNotification notification in change)
            {
                if (!change.TryGetItem(notification, out MonitoredItem? item))
                    continue;

                string node = item.NodeId.ToString();
                if (!_values.TryGetValue(node, out List<object>? list))
                    _values.Add(node, list = []);

                list.Add(PlainValue.Describe(notification.Value));
            }
        }
    }

    public void OnEvents(EventNotificationList events, ISubscription subscription)
    {
        lock (_lock)
        {
            foreach (EventFieldList item in events.Events.Span)
            {
                if (subscription.Items.TryGet(item.ClientHandle, out _) && item.Fields is not null)
                    _events.Add([.. item.Fields.Span.ToArray().Select(static field => field.ToString())]);
            }
        }
    }

    /// <summary>Returns the fields of each event so far, as texts.</summary>
    public string[][] ToEvents()
    {
        lock (_lock)
            return [.. _events];
    }

    /// <summary>Returns all values of each node so far.</summary>
    public Dictionary<string, object[]> ToDictionary()
    {
        lock (_lock)
            return _values.ToDictionary(static pair => pair.Key, static pair => pair.Value.ToArray());
    }
}
