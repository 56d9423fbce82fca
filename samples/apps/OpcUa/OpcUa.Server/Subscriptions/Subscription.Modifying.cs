using OpcUa.Protocol.Services.Attributes;
using OpcUa.Protocol.Services.Subscriptions;
using OpcUa.Server.Nodes;

namespace OpcUa.Server.Subscriptions;

/// <content>Changes of items.</content>
internal sealed partial class Subscription
{
    public MonitoredItem? FindItem(uint itemId) => _items.GetValueOrDefault(itemId);

    /// <summary>Changes the parameters of an item. Call it under the lock of the session.</summary>
    public void Modify(
        MonitoredItem item, in MonitoringParameters wanted, int queueSize, in ItemFilter filter, TimestampsToReturn timestamps)
    {
        lock (_lock)
        {
            item.ClientHandle = wanted.ClientHandle;
            item.Timestamps = timestamps;
            item.DiscardOldest = wanted.DiscardOldest;
            item.Filter = filter;
            item.Resize(queueSize, _room);
        }
    }

    /// <summary>Sets whether an item reports, only collects values, or does neither. Call it under the lock of the session.</summary>
    public void SetMode(MonitoredItem item, MonitoringMode mode, AddressSpace space)
    {
        lock (space.Lock) // so that no change is lost between the first value and the next
        {
            MonitoringMode before = item.Mode;
            lock (_lock)
            {
                item.Mode = mode;
                if (mode == MonitoringMode.Disabled)
                    item.Clear(_room);
                else if (mode == MonitoringMode.Reporting && item.Count > 0 && !item.IsReady)
                    item.IsReady = _ready.TryEnqueue(item);
            }

            if (before == MonitoringMode.Disabled && mode != MonitoringMode.Disabled)
            {
                Add(item, item.Source.Read());
                item.Source.Attach(item);
            }
            else if (before != MonitoringMode.Disabled && mode == MonitoringMode.Disabled)
            {
                item.Source.Detach(item);
            }
        }
    }
}
