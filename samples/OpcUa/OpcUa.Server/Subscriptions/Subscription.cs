using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Notifications;
using OpcUa.Protocol.Services.Subscriptions;
using OpcUa.Server.Hosting;
using OpcUa.Server.Nodes;
using Pooling.Queues;

namespace OpcUa.Server.Subscriptions;

/// <summary>A subscription of a client, with its items and their waiting values.</summary>
/// <remarks>The items and their values have a separate lock, which every thread that changes values takes. Everything else is guarded by
/// the lock of the session. The locks are taken in this order: session, address space, items.</remarks>
internal sealed partial class Subscription(uint id, ServerLimits limits, ServerCounters counters, MessageShelf shelf)
{
    private readonly Lock _lock = new();
    private readonly Dictionary<uint, MonitoredItem> _items = [];
    private readonly RingQueue<MonitoredItem> _ready = new(16); // those with waiting values, each once
    private readonly QueueRoom _room = new(limits, counters);
    private uint _lastItem;

    public uint Id => id;

    public SentMessages Sent { get; } = new(limits, counters, shelf);

    public long PublishingInterval { get; set; } // milliseconds

    public uint LifetimeCount { get; set; }

    public uint MaxKeepAliveCount { get; set; }

    /// <summary>Gets or sets the maximum number of values in a message.</summary>
    public int MostNotifications { get; set; }

    public bool IsPublishing { get; set; }

    public byte Priority { get; set; }

    /// <summary>Gets or sets the end of the next publishing interval, in milliseconds.</summary>
    public long NextCycle { get; set; }

    /// <summary>Gets or sets whether a message was due without a waiting publish request.</summary>
    public bool IsLate { get; set; }

    /// <summary>Gets or sets the number of publishing intervals since the last message.</summary>
    public uint KeepAliveCounter { get; set; }

    /// <summary>Gets or sets the number of publishing intervals since the last publish request.</summary>
    public uint LifetimeCounter { get; set; }

    /// <summary>Gets the number of the next message.</summary>
    public uint NextSequenceNumber { get; private set; } = 1;

    public int ItemCount => _items.Count;

    public bool HasNotifications
    {
        get
        {
            lock (_lock)
                return IsPublishing && !_ready.IsEmpty;
        }
    }

    /// <summary>Returns the id for a new item.</summary>
    public uint NextItem() => ++_lastItem;

    /// <summary>Adds an item with the current value of its variable. Call it under the lock of the address space.</summary>
    public void Attach(MonitoredItem item, in DataValue value)
    {
        _items.Add(item.Id, item);
        if (item.Mode == MonitoringMode.Disabled)
            return;

        Add(item, in value);
        item.Source.Attach(item);
    }

    /// <summary>Removes an item. Call it under the lock of the address space.</summary>
    /// <returns><see langword="false"/> if there is no such item.</returns>
    public bool TryDetach(uint itemId)
    {
        if (!_items.Remove(itemId, out MonitoredItem? item))
            return false;

        item.Source.Detach(item);
        lock (_lock)
            item.Delete(_room);

        counters.AddItems(-1);
        return true;
    }

    /// <summary>Adds a value of an item. Call it under the lock of the address space.</summary>
    public void Add(MonitoredItem item, in DataValue value)
    {
        lock (_lock)
        {
            if (!item.TryAdd(in value, _room) || item.IsReady || item.Mode != MonitoringMode.Reporting)
                return;

            item.IsReady = _ready.TryEnqueue(item);
        }
    }

    /// <summary>Creates a message from the waiting values.</summary>
    /// <param name="most">The maximum number of values.</param>
    /// <param name="count">The number of values in the message.</param>
    /// <returns>A rented message, or <see langword="null"/> if nothing is waiting.</returns>
    public NotificationMessage? TakeMessage(int most, out int count)
    {
        NotificationMessage message = shelf.Rent();
        DataChangeNotification changes = message.DataChanges.Add();
        lock (_lock)
            count = Fill(changes, Math.Min(most, MostNotifications));

        if (count == 0)
        {
            shelf.Return(message);
            return null;
        }

        message.SequenceNumber = NextSequenceNumber;
        message.PublishTime = DateTime.UtcNow;
        NextSequenceNumber = NextSequenceNumber == uint.MaxValue ? 1 : NextSequenceNumber + 1;
        return message;
    }

    /// <summary>Deletes the subscription, and releases everything that it holds.</summary>
    public void End(AddressSpace space)
    {
        foreach (uint item in _items.Keys.ToArray())
        {
            lock (space.Lock)
                TryDetach(item);
        }

        lock (_lock)
            _ready.Clear();

        Sent.Clear();
        if (counters.AddSubscription(-1) == 0)
            shelf.Clear(); // no other subscription needs one now
    }

    private int Fill(DataChangeNotification changes, int most)
    {
        int count = 0;
        while (count < most && _ready.TryPeek(out MonitoredItem? item))
        {
            while (count < most && item.Count > 0 && item.Mode == MonitoringMode.Reporting)
            {
                MonitoredItemNotification notification = changes.MonitoredItems.Add();
                notification.ClientHandle = item.ClientHandle;
                notification.Value = item.Take();
                count++;
            }

            if (item.Count > 0 && item.Mode == MonitoringMode.Reporting)
                break;

            item.IsReady = false;
            _ready.TryDequeue(out _);
        }

        return count;
    }
}
