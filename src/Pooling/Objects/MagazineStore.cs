using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Pooling.Objects;

/// <summary>The engine of every pool, over plain objects: what a thread does with its own magazines, and when it turns to the depot.</summary>
/// <remarks>
/// <para>Not generic, because a thread static of a generic class over a reference type costs a generic lookup on each access.</para>
/// <para>Invariant: an item is in exactly one place: with its renter, in one thread's magazines, or in the depot. Fast paths touch the calling
/// thread's magazines only, and only if their key is the pool's; <see cref="Trim"/> and <see cref="Dispose"/> change the key, so that every
/// other thread takes the slow path at its next access and puts its own magazines in order there.</para>
/// </remarks>
internal sealed partial class MagazineStore : IThreadPoolWorkItem
{
    // Read by every access, written seldom; the padding keeps what others write on the heap behind it off these cache lines.
    private object _fastKey; // what fast paths compare with: the key, or an object that no thread's magazines have
    private object _key = new();
    private readonly int _id = -1;
    private readonly MagazineDepot _depot;
    private readonly MagazineLimits _limits;
    private readonly object _identity = new();
    private readonly Func<object, long>? _sizeOf;
    private readonly TrimClock _clock;
    private volatile bool _disposed;
#pragma warning disable CS0169, IDE0051, CA1823
    private readonly Padding _padding;
#pragma warning restore CS0169, IDE0051, CA1823

    internal MagazineStore(string itemName, MagazinePoolOptions options)
    {
        if (options.MaximumRetainedBytes is not null && options.SizeOf is null)
            Throw.Argument("MaximumRetainedBytes needs SizeOf, which tells the bytes of an item.", nameof(options));

        Name = options.Name ?? itemName;
        _limits = new MagazineLimits(options.MagazineSize, options.MaximumRetained, options.SizeOf is null ? null : options.MaximumRetainedBytes ?? long.MaxValue);
        _sizeOf = options.SizeOf;
        _fastKey = _limits.CountsBytes ? new object() : _key; // counting needs the slow path, which knows the sizes
        _depot = new MagazineDepot(_limits);
        _clock = new TrimClock(options.TrimAfter, options.TimeProvider);
        _id = PoolRegistry.Add(this);
    }

    internal string Name { get; }

    internal bool IsDisposed => _disposed;

    /// <summary>Small and different from that of any other pool alive; used again after the pool has ended.</summary>
    internal int Id => _id;

    /// <summary>Takes an item from the calling thread's loaded magazine.</summary>
    /// <returns><see langword="null"/> if that is empty or not to be used: go on with <see cref="PopSlow"/>.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal object? TryPop()
    {
        ThreadMagazines own = FindOwn();
        if (own.Key == _fastKey)
        {
            object? item = own.AtHand;
            if (item is not null)
            {
                own.AtHand = null;
                own.Popped++;
                return item;
            }

            int last = own.Count - 1;
            MagazineSlot[] slots = own.Slots;
            if ((uint)last < (uint)slots.Length)
            {
                ref MagazineSlot slot = ref slots[last];
                item = slot.Item;
                slot.Item = null;
                own.Count = last;
                own.Popped++;
                return item;
            }
        }

        return null;
    }

    /// <summary>Puts an item into the calling thread's loaded magazine.</summary>
    /// <returns><see langword="false"/> if that is full or not to be used: go on with <see cref="PushSlow"/>.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal bool TryPush(object item)
    {
        ThreadMagazines own = FindOwn();
        if (own.Key == _fastKey)
        {
            if (own.AtHand is null)
            {
                own.AtHand = item;
                return true;
            }

            int count = own.Count;
            MagazineSlot[] slots = own.Slots;
            if ((uint)count < (uint)slots.Length)
            {
                slots[count].Item = item;
                own.Count = count + 1;
                return true;
            }
        }

        return false;
    }

    /// <summary>The calling thread's magazines under this pool's id, which may be those of no pool.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal ThreadMagazines FindOwn()
    {
        ThreadMagazines[]? entries = ThreadMagazineTable.Entries;
        int id = _id;
        return entries is not null && (uint)id < (uint)entries.Length ? entries[id] : ThreadMagazines.None;
    }

    /// <summary>Takes an item from wherever there is one.</summary>
    /// <returns><see langword="null"/> if the pool has none: the caller creates one, which is counted already.</returns>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal object? PopSlow()
    {
        PostTrimIfDue();
        ThreadMagazines? own = Attach();
        if (_disposed)
            Throw.ObjectDisposed(Name);

        return PopAttached(own);
    }

    /// <summary>Keeps an item wherever there is room.</summary>
    /// <returns><see langword="false"/> if the pool does not keep it: the caller lets it go. It is counted as returned either way.</returns>
    /// <remarks>If telling its size or the time throws, the item is let go, and the exception goes to the caller.</remarks>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal bool PushSlow(object item)
    {
        long size = AskUser(item);
        if (size < 0)
        {
            CountDropped();
            return false;
        }

        ThreadMagazines? own = Attach();
        if (own is null || !TryEquip(own))
            return PushAtHand(own, item) || PushToDepot(item, size);

        return _limits.CountsBytes ? PushCounted(own, item, size) : PushExchanging(own, item);
    }

    /// <summary>Counts an item that came back and is not kept.</summary>
    internal void CountDropped()
    {
        lock (_depot.Gate)
        {
            _depot.Returned++;
            _depot.Dropped++;
        }
    }

    /// <summary>Takes back the count of an item that was to be created and is not.</summary>
    internal void CountNotCreated(int items = 1)
    {
        lock (_depot.Gate)
        {
            _depot.Created -= items;
            _depot.Rented -= items;
        }
    }

    /// <summary>Counts an item that is rented without having been asked for here.</summary>
    internal void CountCreated()
    {
        lock (_depot.Gate)
            CountCreating(1);
    }

    internal MagazinePoolStatistics GetStatistics()
    {
        lock (_depot.Gate)
            return _depot.GetStatistics();
    }

    /// <summary>Takes an item, in a pool that may have been disposed meanwhile.</summary>
    private object? PopAttached(ThreadMagazines? own)
    {
        if (own is null || !TryEquip(own))
            return PopFromDepot();

        return _limits.CountsBytes ? PopCounted(own) : PopExchanging(own);
    }

    // What a thread saw of its own magazines is looked at again under the lock: while it waited there, some hosts let other code run on it.
    private object? PopExchanging(ThreadMagazines own)
    {
        if (own.Previous.Count == 0)
        {
            lock (_depot.Gate)
            {
                if (own.Previous.Count == 0 && !TryReplenish(own, long.MaxValue))
                    return PopOneLocked();
            }
        }

        own.Swap();
        int last = --own.Count;
        object? item = own.Slots[last].Item;
        own.Slots[last].Item = null;
        own.Popped++;
        return item;
    }

    private bool PushExchanging(ThreadMagazines own, object item)
    {
        if (own.Count == own.Slots.Length)
        {
            if (own.Previous.IsFull)
            {
                lock (_depot.Gate)
                {
                    if (own.Previous.IsFull && !TryUnload(own))
                        return PushOneLocked(item, size: 0);
                }
            }

            own.Swap();
        }

        own.Slots[own.Count++].Item = item;
        return true;
    }

    /// <summary>Takes a stocked magazine from the depot in exchange for the thread's empty previous one. Called under the depot's lock.</summary>
    /// <returns><see langword="false"/> if there is none that holds at most the given bytes.</returns>
    private bool TryReplenish(ThreadMagazines own, long maximumBytes)
    {
        if (_depot.TakeStocked(maximumBytes) is not { } stocked)
            return false;

        _depot.AddSpare(own.Previous);
        own.Previous = stocked;
        own.Received += stocked.Count;
        return true;
    }

    /// <summary>Gives the thread's previous magazine to the depot in exchange for an empty one. Called under the depot's lock.</summary>
    /// <returns><see langword="false"/> if the depot has no room for it.</returns>
    private bool TryUnload(ThreadMagazines own)
    {
        if (!_depot.TryAdd(own.Previous))
            return false;

        own.Surrendered += own.Previous.Count;
        own.Previous = _depot.TakeSpare();
        return true;
    }

    private static bool PushAtHand(ThreadMagazines? own, object item)
    {
        if (own is not { AtHand: null })
            return false; // no credit, or used up

        own.AtHand = item;
        return true;
    }

    private object? PopFromDepot()
    {
        lock (_depot.Gate)
            return PopOneLocked();
    }

    private bool PushToDepot(object item, long size)
    {
        lock (_depot.Gate)
            return PushOneLocked(item, size);
    }

    private object? PopOneLocked()
    {
        object? item = _depot.TakeOne();
        if (item is null)
            CountCreating(1);
        else
            _depot.Rented++;

        return item;
    }

    private bool PushOneLocked(object item, long size)
    {
        _depot.Returned++;
        if (_depot.TryAddOne(item, size))
            return true;

        _depot.Dropped++;
        return false;
    }

    private void CountCreating(int items)
    {
        _depot.Created += items;
        _depot.Rented += items;
    }

    /// <summary>Asks the user's functions, before anything has changed: for the time, and for the size of an item.</summary>
    private long AskUser(object item)
    {
        try
        {
            PostTrimIfDue();
            return _sizeOf is null ? 0 : _sizeOf(item);
        }
        catch
        {
            CountDropped();
            Drop.One(item);
            throw;
        }
    }

    private void PostTrimIfDue()
    {
        if (_clock.IsDue())
            WorkQueue.Post(this);
    }

    [StructLayout(LayoutKind.Sequential, Size = 128)]
    private struct Padding;
}
