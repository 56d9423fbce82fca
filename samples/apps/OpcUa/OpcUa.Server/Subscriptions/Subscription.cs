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
internal sealed partial class Subscription(
    uint id, ServerLimits limits, HeldShares held, ServerCounters counters, MessageShelf shelf)
{
    /// <summary>The length of a notification of a number in bytes, rounded up.</summary>
    public const int BytesOfValue = 64;

    private readonly Lock _lock = new();
    private readonly Dictionary<uint, MonitoredItem> _items = [];
    private readonly RingQueue<MonitoredItem> _ready = new(16); // the items with waiting values, each once, in turn
    private readonly QueueRoom _room = new(new Share(limits.QueuedValuesPerSubscription, held.QueuedValues), counters);
    private uint _lastItem;

    public uint Id => id;

    public SentMessages Sent { get; } = new(limits, held, counters, shelf);

    public long PublishingInterval { get; set; } // milliseconds

    public uint LifetimeCount { get; set; }

    public uint MaxKeepAliveCount { get; set; }

    /// <summary>Gets or sets the maximum number of values in a message.</summary>
    public int MaxNotifications { get; set; }

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

        held.GiveItem(item.Source.ValueBytes);
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
    /// <param name="maxBytes">The maximum number of bytes of the values. The message has at least one value.</param>
    /// <param name="count">The number of values in the message.</param>
    /// <param name="bytes">The number of bytes to which these values refer.</param>
    /// <returns>A rented message, or <see langword="null"/> if nothing is waiting.</returns>
    public NotificationMessage? TakeMessage(long maxBytes, out int count, out long bytes)
    {
        NotificationMessage message = shelf.Rent();
        DataChangeNotification changes = message.DataChanges.Add();
        lock (_lock)
            count = Fill(changes, maxBytes, out bytes);

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

    // One value of each item in turn, so that an item that changes all the time leaves room for the others.
    private int Fill(DataChangeNotification changes, long maxBytes, out long bytes)
    {
        int count = 0;
        bytes = 0;
        while (count < MaxNotifications && _ready.TryPeek(out MonitoredItem? item))
        {
            if (IsReporting(item))
            {
                long each = item.Source.ValueBytes;
                if (count > 0 && bytes + each + ((count + 1L) * BytesOfValue) > maxBytes)
                    return count;

                bytes += each;
                MonitoredItemNotification notification = changes.MonitoredItems.Add();
                notification.ClientHandle = item.ClientHandle;
                notification.Value = item.Take();
                count++;
            }

            _ready.TryDequeue(out _);
            item.IsReady = IsReporting(item) && _ready.TryEnqueue(item); // behind all others
        }

        return count;

        static bool IsReporting(MonitoredItem item) => item.Count > 0 && item.Mode == MonitoringMode.Reporting;
    }
}
