using System.Diagnostics.CodeAnalysis;

namespace OpcUa.Client.Subscriptions;

/// <summary>The items of a subscription by client handle. A handle is an index, so that no hashing is needed, with a generation in its
/// upper bits, so that a late notification of a removed item does not find its successor.</summary>
/// <remarks>Any thread may read. Only adding and removing take a lock.</remarks>
public sealed class ItemTable
{
    /// <summary>The maximum number of items.</summary>
    public const int MaxCount = 1 << IndexBits;

    private const int IndexBits = 22;
    private const uint IndexMask = MaxCount - 1;

    private readonly Lock _lock = new();
    private readonly Stack<uint> _free = []; // handles of the next items
    private MonitoredItem?[] _items = [];
    private int _used; // slots that have been used

    /// <summary>Gets the number of items.</summary>
    public int Count { get; private set; }

    /// <summary>Gets the item of a notification.</summary>
    /// <returns><see langword="false"/> if there is no such item, or the handle belongs to an earlier item of the slot.</returns>
    public bool TryGet(uint clientHandle, [NotNullWhen(true)] out MonitoredItem? item)
    {
        MonitoredItem?[] items = Volatile.Read(ref _items); // pairs with the write in Add
        uint index = clientHandle & IndexMask;
        item = index < (uint)items.Length ? items[index] : null;
        if (item is not null && item.ClientHandle == clientHandle)
            return true;

        item = null;
        return false;
    }

    /// <summary>Gets all items, in the order of their slots.</summary>
    public MonitoredItem[] ToArray()
    {
        lock (_lock)
            return [.. _items.Take(_used).OfType<MonitoredItem>()];
    }

    internal MonitoredItem Add(MonitoredItemSettings settings)
    {
        lock (_lock)
        {
            if (!_free.TryPop(out uint handle))
            {
                if (_used == MaxCount)
                    throw new InvalidOperationException($"A subscription cannot have more than {MaxCount} items.");

                handle = (uint)_used++;
            }

            int index = (int)(handle & IndexMask);
            if (index >= _items.Length)
            {
                var items = new MonitoredItem?[Math.Max(16, _items.Length * 2)];
                _items.CopyTo(items, 0);
                Volatile.Write(ref _items, items); // pairs with the read in TryGet
            }

            var item = new MonitoredItem(settings, handle);
            Volatile.Write(ref _items[index], item); // publishes the item with its content
            Count++;
            return item;
        }
    }

    internal bool Remove(MonitoredItem item)
    {
        lock (_lock)
        {
            uint index = item.ClientHandle & IndexMask;
            if (index >= (uint)_used || _items[index] != item)
                return false;

            _items[index] = null;
            _free.Push(item.ClientHandle + (1u << IndexBits)); // wraps around after 1,024
            Count--;
            return true;
        }
    }
}
