using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Pooling.Diagnostics;

namespace Pooling.Objects;

/// <summary>The engine of every pool, over plain objects: handles a thread's own magazines, and decides when to use the depot.</summary>
/// <remarks>
/// <para>Not generic, because a thread static of a generic class over a reference type costs a generic lookup on each access.</para>
/// <para>Invariant: an item is in exactly one place: with its renter, in one thread's magazines, or in the depot. Fast paths touch only the
/// calling thread's magazines, and only if they find them in the pool's array. Changing the key removes every thread from the array; the
/// next access of each takes the slow path, which brings the thread's magazines up to date and puts them back into their place
/// (<see cref="Settle"/>).</para>
/// <para>Waiting for the depot's lock may run other code on the thread, which may use this pool. So state that a thread saw in its own
/// magazines is read again within the lock, and a thread that has lost its place in the meantime uses only the depot until its next
/// access.</para>
/// </remarks>
internal sealed partial class MagazineStore : IThreadPoolWorkItem
{
    private static readonly ThreadMagazines?[] s_none = [null];

    // Read by every access and rarely written; the padding keeps writes to the next object on the heap off these cache lines.
    private ThreadMagazines?[] _active = s_none; // by thread number: where accesses find the magazines of threads that saw the key
    private readonly int _id = -1;
    private readonly MagazineDepot _depot;
    private readonly MagazineLimits _limits;
    private readonly TrimClock _clock;
    private volatile bool _disposed;
#pragma warning disable CS0169, IDE0051, CA1823
    private readonly Padding _padding;
#pragma warning restore CS0169, IDE0051, CA1823

    internal MagazineStore(string itemName, StoreOptions options, bool keepsCells = false)
    {
        Name = options.Name ?? itemName;
        _limits = new MagazineLimits(options.MagazineSize, options.MaxRetained, keepsCells);
        _keepsCells = keepsCells;
        _depot = new MagazineDepot(_limits);
        _clock = new TrimClock(options.TrimAfter, options.TimeProvider);
        _id = PoolRegistry.Add(this);
    }

    internal string Name { get; }

    internal bool IsDisposed => _disposed;

    /// <summary>A small number that no other live pool has. Reused after the pool has ended.</summary>
    internal int Id => _id;

    /// <summary>The part that is guarded by the lock. For tests.</summary>
    internal MagazineDepot Depot => _depot;

    /// <summary>Takes an item from the calling thread's loaded magazine.</summary>
    /// <returns><see langword="null"/> if it is empty or must not be used: continue with <see cref="PopSlow"/>.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal object? TryPop()
    {
        ThreadMagazines? own = FindActive();
        if (own is not null)
        {
            object? item = own.Spare;
            if (item is not null)
            {
                own.Spare = null;
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
    /// <returns><see langword="false"/> if it is full or must not be used: continue with <see cref="PushSlow"/>.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal bool TryPush(object item)
    {
        ThreadMagazines? own = FindActive();
        if (own is not null)
        {
            if (own.Spare is null)
            {
                own.Spare = item;
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

    /// <summary>Returns the calling thread's magazines, if the thread has seen the current key.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal ThreadMagazines? FindActive()
    {
        int number = ThreadNumber.Current;

        // read at each access, since the compiler must not reuse a place for two; pairs with the writes in MakePlace and ChangeKey
        ThreadMagazines?[] active = Volatile.Read(ref _active);
        return (uint)number < (uint)active.Length ? active[number] : null;
    }

    /// <summary>Returns the calling thread's entry for this pool's id, which may be <see cref="ThreadMagazines.None"/>.</summary>
    internal ThreadMagazines FindOwn()
    {
        ThreadMagazines[]? entries = ThreadMagazineTable.Entries;
        int id = _id;
        return entries is not null && (uint)id < (uint)entries.Length ? entries[id] : ThreadMagazines.None;
    }

    /// <summary>Takes an item from anywhere in the pool.</summary>
    /// <returns><see langword="null"/> if the pool has none: the caller creates one, which is already counted.</returns>
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
    /// <returns><see langword="false"/> if the pool does not keep it: the caller drops it. It is counted as returned either way.</returns>
    /// <remarks>If the clock throws, the item is dropped and the exception is thrown to the caller.</remarks>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal bool PushSlow(object item)
    {
        AskClock(item);
        ThreadMagazines? own = Attach();
        if (own is null)
            return PushToDepot(item);

        return own.TryPushOne(item) || PushExchanging(own, item);
    }

    /// <summary>Counts an item that was returned and is not kept.</summary>
    internal void CountDropped()
    {
        using (_depot.Enter())
        {
            _depot.Returned++;
            _depot.Dropped++;
        }
    }

    /// <summary>Reverses the count of an item that was to be created and is not.</summary>
    internal void CountNotCreated(int items = 1)
    {
        using (_depot.Enter())
        {
            _depot.Created -= items;
            _depot.Rented -= items;
        }
    }

    /// <summary>Counts an item that is rented without a request to this store.</summary>
    internal void CountCreated()
    {
        using (_depot.Enter())
            CountCreating(1);
    }

    internal PoolStatistics GetStatistics()
    {
        using (_depot.Enter())
            return _depot.GetStatistics();
    }

    /// <summary>Takes an item, in a pool that may have been disposed in the meantime.</summary>
    private object? PopAttached(ThreadMagazines? own)
    {
        if (own is not null)
        {
            if (own.Spare is { } item)
            {
                own.Spare = null;
                own.Popped++;
                return item;
            }

            if (own.Home.IsFreeAtHome)
            {
                own.Popped++;
                return own.TakeHome();
            }

            if (own.Count == 0 && own.Previous.Count > 0)
                own.Swap();

            if (own.Count > 0)
                return own.PopLoaded();
        }

        return PopExchanging(own);
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

    private bool PushToDepot(object item)
    {
        List<object>? dropped = null;
        bool kept;
        using (_depot.Enter())
        {
            _depot.Exchanges++;
            AdoptSomeDead(ref dropped);
            kept = PushOneLocked(item);
        }

        Drop.Later(dropped, this);
        return kept;
    }

    private bool PushOneLocked(object item)
    {
        _depot.Returned++;
        if (_depot.TryAddOne(item))
            return true;

        _depot.Dropped++;
        return false;
    }

    private void CountCreating(int items)
    {
        _depot.Created += items;
        _depot.Rented += items;
    }

    /// <summary>Calls the user's clock, before anything has changed.</summary>
    private void AskClock(object item)
    {
        try
        {
            PostTrimIfDue();
        }
        catch
        {
            CountDropped();
            Drop.One(item, this);
            throw;
        }
    }

    [StructLayout(LayoutKind.Sequential, Size = 128)]
    private struct Padding;
}
