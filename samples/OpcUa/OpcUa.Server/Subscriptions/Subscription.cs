using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Notifications;
using OpcUa.Server.Hosting;
using OpcUa.Server.Nodes;
using Pooling.Queues;

namespace OpcUa.Server.Subscriptions;

/// <summary>What a client wants to be told of, and what waits for that.</summary>
/// <remarks>The items and their values are under a lock of their own, which whoever changes values takes; all else is under the lock of the
/// session. The locks are taken in this order: session, address space, items.</remarks>
internal sealed class Subscription(uint id, ServerLimits limits, ServerCounters counters, MessageShelf shelf)
{
    private readonly Lock _lock = new();
    private readonly Dictionary<uint, MonitoredItem> _items = [];
    private readonly RingQueue<MonitoredItem> _ready = new(16); // those with values that wait, each once
    private readonly QueueRoom _room = new(limits, counters);
    private uint _lastItem;

    public uint Id => id;

    public SentMessages Sent { get; } = new(limits, counters, shelf);

    public long PublishingInterval { get; init; } // milliseconds

    public uint LifetimeCount { get; init; }

    public uint MaxKeepAliveCount { get; init; }

    /// <summary>The most values in one message.</summary>
    public int MostNotifications { get; init; }

    public bool IsPublishing { get; init; }

    public byte Priority { get; init; }

    /// <summary>When the next publishing interval ends, in milliseconds.</summary>
    public long NextCycle { get; set; }

    /// <summary>Whether a message was due, but no publish request waited.</summary>
    public bool IsLate { get; set; }

    /// <summary>Publishing intervals since the last message.</summary>
    public uint KeepAliveCounter { get; set; }

    /// <summary>Publishing intervals since the last publish request.</summary>
    public uint LifetimeCounter { get; set; }

    /// <summary>The number of the next message.</summary>
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

    /// <summary>Gives an item its number.</summary>
    public uint NextItem() => ++_lastItem;

    /// <summary>Adds an item and the value that its variable has. Under the lock of the address space.</summary>
    public void Attach(MonitoredItem item, in DataValue value)
    {
        _items.Add(item.Id, item);
        if (item.Mode == Protocol.Services.Subscriptions.MonitoringMode.Disabled)
            return;

        Add(item, in value);
        item.Source.Attach(item);
    }

    /// <summary>Takes an item out. Under the lock of the address space.</summary>
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

    /// <summary>Takes a value of an item. Under the lock of the address space.</summary>
    public void Add(MonitoredItem item, in DataValue value)
    {
        lock (_lock)
        {
            if (!item.TryAdd(in value, _room) || item.IsReady
                || item.Mode != Protocol.Services.Subscriptions.MonitoringMode.Reporting)
            {
                return;
            }

            item.IsReady = _ready.TryEnqueue(item);
        }
    }

    /// <summary>Makes a message of what waits.</summary>
    /// <param name="most">The most values.</param>
    /// <param name="count">How many it has.</param>
    /// <returns>A rented message; <see langword="null"/> if nothing waits after all.</returns>
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

    /// <summary>Ends it: nothing of it is kept.</summary>
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
            shelf.Clear(); // nobody needs one now
    }

    private int Fill(DataChangeNotification changes, int most)
    {
        int count = 0;
        while (count < most && _ready.TryPeek(out MonitoredItem? item))
        {
            while (count < most && item.Count > 0)
            {
                MonitoredItemNotification notification = changes.MonitoredItems.Add();
                notification.ClientHandle = item.ClientHandle;
                notification.Value = item.Take();
                count++;
            }

            if (item.Count > 0)
                break;

            item.IsReady = false;
            _ready.TryDequeue(out _);
        }

        return count;
    }
}
