using Pooling.Diagnostics;

namespace Pooling.Objects;

/// <summary>The part of a pool that all threads share: its lock, a stack of items, and the counters. Every member
/// except <see cref="LoseParts"/> is called within <see cref="Enter"/>, and none runs user code.</summary>
/// <remarks>Invariant: the items here and the parts are at most the limit, beside what threads keep.
/// <para>Source: J. Bonwick and J. Adams, "Magazines and Vmem: Extending the Slab Allocator to Many CPUs and Arbitrary
/// Resources", USENIX 2001, also for the working set that determines what a trim drops.</para></remarks>
internal sealed partial class MagazineDepot
{
    /// <summary>The maximum number of items here and of parts.</summary>
    internal readonly int MaxItems;

    /// <summary>The dropped items by reason.</summary>
    internal DropCounts Dropped;

    /// <summary>Whether nothing is added in the mode of diagnostics.</summary>
    internal bool KeepsNothing;

    /// <summary>The action that a test runs instead of waiting for the lock.</summary>
    internal Action? Waiting;

    /// <summary>Set by Dispose: nothing is added any more.</summary>
    internal bool IsClosed;

    /// <summary>The threads that use the pool.</summary>
    internal ThreadList Threads;

    /// <summary>The number of returns of rentals that had already ended. Changed without the lock.</summary>
    internal long RefusedReturns;

    /// <summary>The number of collections that items gave up in their reset. Changed without the lock.</summary>
    internal long Replaced;

    /// <summary>The number of rentals and returns that have come to the depot.</summary>
    internal long Exchanges;

    /// <summary>The rentals counted here; live threads count those from their magazines, and their returns.</summary>
    internal long Rented;

    internal long Returned;

    internal long Created;

    /// <summary>The number of items created while more existed than the pool keeps.</summary>
    internal long CreatedAboveMax;

    private readonly Lock _gate = new();
    private ItemStack _items; // the coldest at the bottom
    private int _idle; // the fewest items here since the last trim: the unused ones

    internal MagazineDepot(int maxItems) => MaxItems = maxItems;

    /// <summary>The number of items.</summary>
    internal int Count => _items.Top - _items.Bottom;

    /// <summary>The number of items that may be added.</summary>
    internal int Room => IsClosed || KeepsNothing ? 0 : MaxItems - _items.Count - _parts;

    /// <summary>The reason for dropping an item for which there is no room.</summary>
    internal DropReason ReasonOfNoRoom =>
        IsClosed ? DropReason.Disposed : KeepsNothing ? DropReason.Trim : DropReason.Limit;

    internal LockHold Enter() => LockHold.Of(_gate, Waiting);

    /// <summary>Takes one item.</summary>
    /// <returns><see langword="null"/> if there is none.</returns>
    internal object? TryTake()
    {
        object? item = _items.TryPop();
        _idle = Math.Min(_idle, _items.Count);
        return item;
    }

    /// <summary>Takes as many items as there are and fit into the span.</summary>
    /// <returns>The number of items taken.</returns>
    internal int Take<T>(Span<T> items)
    {
        int count = Math.Min(items.Length, _items.Count);
        _items.PopRun(items[..count]);
        _idle = Math.Min(_idle, _items.Count);
        return count;
    }

    /// <summary>Adds one item.</summary>
    /// <returns><see langword="false"/> if there is no room, or no memory for it.</returns>
    internal bool TryAdd(object item)
    {
        if (Room < 1)
        {
            TakeOverLostParts();
            if (Room < 1)
                return false;
        }

        try
        {
            _items.Push(item);
            return true;
        }
        catch (OutOfMemoryException)
        {
            return false;
        }
    }

    /// <summary>Adds as many items as there is room for, or none if there is no memory for them.</summary>
    /// <returns>The number of items added.</returns>
    internal int Add<T>(ReadOnlySpan<T> items)
    {
        int room = Room;
        if (room < items.Length)
        {
            TakeOverLostParts();
            room = Room;
        }

        int count = Math.Max(0, Math.Min(items.Length, room));
        try
        {
            _items.PushRun(items[..count]);
            return count;
        }
        catch (OutOfMemoryException)
        {
            return 0;
        }
    }

    /// <summary>Makes room for items that <see cref="Adopt"/> will get: here, or in the list. Called before they are
    /// taken from where they are, since it may run out of memory.</summary>
    internal void Reserve(int items, ref List<object>? dropped)
    {
        if (!TryReserve(items))
            DropList.Reserve(dropped ??= [], items);
    }

    /// <summary>Adds an item that a thread gives up, or counts it as dropped and adds it to a list if there is no
    /// room.</summary>
    internal void Adopt(object item, ref List<object>? dropped)
    {
        if (TryAdd(item))
            return;

        Dropped.Add(1, ReasonOfNoRoom);
        (dropped ??= []).Add(item);
    }

    private bool TryReserve(int items)
    {
        if (Room < items)
        {
            TakeOverLostParts();
            if (Room < items)
                return false;
        }

        try
        {
            _items.Reserve(items);
            return true;
        }
        catch (OutOfMemoryException)
        {
            return false;
        }
    }

    /// <summary>Counts items that a dead thread has left here as not needed since the last trim, until they are
    /// taken.</summary>
    internal void NoteAdopted(int items) => _idle += items;

    /// <summary>Moves all items into a list and counts them as dropped.</summary>
    internal void DrainTo(List<object> dropped, DropReason reason)
    {
        int count = _items.Count;
        _items.DropOldest(count, dropped);
        Dropped.Add(count, reason);
        _items.ReleaseAll();
        _idle = 0;
    }

    /// <summary>Moves the items that were not needed since the last trim into a list, and counts them as
    /// dropped.</summary>
    internal void TrimTo(List<object> dropped)
    {
        TakeOverLostParts();
        _items.DropOldest(_idle, dropped);
        Dropped.Add(_idle, DropReason.Trim);
        _items.ReleaseUnused();
        _idle = _items.Count;
    }

    internal void Close() => IsClosed = true;

    internal void CopyTo(List<object> items) => _items.CopyTo(items);

    /// <summary>Returns the counters, without those of the threads.</summary>
    internal PoolStatistics GetStatistics()
    {
        TakeOverLostParts();
        return new PoolStatistics(Rented, Returned, Created, Dropped, _items.Count)
        {
            RetainedParts = _parts,
            CreatedAboveMax = CreatedAboveMax,
            RefusedReturns = Volatile.Read(ref RefusedReturns), // pairs with the increment in RefuseReturn
            TotalReplaced = Volatile.Read(ref Replaced), // pairs with the increment in CountReplaced
        };
    }
}
