using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Pooling.Diagnostics;

namespace Pooling.Objects;

/// <summary>The engine of every pool, over plain objects: handles a thread's own magazine, and decides when to use the
/// depot.</summary>
/// <remarks>
/// <para>Not generic: a thread static of a generic class over a reference type costs a lookup on each access.</para>
/// <para>Invariant: an item is in exactly one place: with its renter, in one thread's magazine, or in the depot. The
/// depot and the parts hold at most <see cref="StoreOptions.MaxRetained"/> items, and the magazine of each thread at
/// most <see cref="PerThread"/>.</para>
/// <para>Fast paths touch only the calling thread's magazine, and only if it has its place in the pool's array. Trims
/// and the end of the pool take the places away. The next access of each thread takes the slow path, which brings its
/// magazine up to date and gives it its place again (<see cref="Settle"/>).</para>
/// <para>Waiting for the depot's lock may run other code on the thread, which may use this pool. So what a thread saw
/// in its own magazine is read again within the lock, and a thread that has lost its place meanwhile uses only the
/// depot.</para>
/// </remarks>
internal sealed partial class MagazineStore
{
    /// <summary>The work on the thread pool, and the clock of the trims.</summary>
    internal readonly StoreWork Work;

    /// <summary>The most slots of a thread: its limit without the spare item and, in a pool of leases, the home
    /// cell.</summary>
    internal readonly int MaxSlots;

    /// <summary>As in <see cref="StoreOptions.SizeOf"/>.</summary>
    internal Func<object, long>? SizeOf;

    // Rarely written, but for every access read; the padding keeps the next object on the heap off these cache lines.
    private readonly int _id = -1;
    private readonly int _perThread;
    private readonly bool _keepsCells;
    private readonly MagazineDepot _depot;
    private volatile bool _disposed;
    private readonly string _ownerName;
#pragma warning disable CS0169, IDE0051, CA1823
    private readonly Padding _padding;
#pragma warning restore CS0169, IDE0051, CA1823

    internal MagazineStore(string itemName, StoreOptions options, bool keepsCells = false)
    {
        Name = itemName = options.Name ?? itemName;
        _ownerName = options.OwnerName ?? itemName;
        int most = options.MaxRetained;
        _perThread = most == 0 ? 0
            : options.MaxRetainedPerThread
                ?? Math.Min(most, Math.Max(Math.Min(options.MaxPerThread, most / 8), options.FewestPerThread));
        _keepsCells = keepsCells;
        MaxSlots = Math.Max(0, _perThread - (keepsCells ? 2 : 1));
        SizeOf = options.SizeOf;
        MaxBytes = options.MaxBytes;
        _depot = new MagazineDepot(most);
        Work = new StoreWork(this, options);
        _id = PoolRegistry.Add(this);
        // after adding it: whoever changes the mode from now on finds it
        if (PoolingDiagnostics.Current != PoolingMode.Off)
            ApplyMode();

        if (Telemetry.HasBegun)
            ReportCreated();
    }

    internal string Name { get; }

    internal bool IsDisposed => _disposed;

    /// <summary>The maximum number of bytes, or 0: <see cref="StoreOptions.MaxBytes"/>.</summary>
    internal long MaxBytes { get; }

    /// <summary>A small number that no other live pool has. Reused after the pool has ended.</summary>
    internal int Id => _id;

    /// <summary>The maximum number of items that each thread keeps.</summary>
    internal int PerThread => _perThread;

    /// <summary>The part that is guarded by the lock. For tests.</summary>
    internal MagazineDepot Depot => _depot;

    /// <summary>The threads that use the pool, guarded by the depot's lock. For tests.</summary>
    internal ref ThreadList Threads => ref _depot.Threads;

    /// <summary>Takes an item from the calling thread's magazine.</summary>
    /// <returns><see langword="null"/> if there is none: continue with <see cref="PopSlow"/>.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal object? TryPop()
    {
        ThreadMagazine? own = FindActive();
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

    /// <summary>Puts an item into the calling thread's magazine.</summary>
    /// <returns><see langword="false"/> if there is no room: continue with <see cref="PushSlow"/>.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal bool TryPush(object item)
    {
        ThreadMagazine? own = FindActive();
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

    /// <summary>Returns the calling thread's magazine, if it has one.</summary>
    internal ThreadMagazine? FindOwn()
    {
        int id = _id;
        return PoolThread.Current?.Magazines is { } magazines && (uint)id < (uint)magazines.Length
            && magazines[id] is { } own && own.Store == this // not of a pool that has got the id of this one
            ? own
            : null;
    }

    /// <summary>Takes an item from anywhere in the pool.</summary>
    /// <returns><see langword="null"/> if the pool has none: the caller creates one, which is already
    /// counted.</returns>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    /// <remarks>In a checking mode, the caller notes the rental of the item, or of the one that it
    /// creates.</remarks>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal object? PopSlow()
    {
        if (_depot.Count > 0 || WorkQueue.Kept is not null) // nothing to trim otherwise, for those who only rent
            Work.TrimIfDue();

        ThreadMagazine? own = Attach();
        if (_disposed)
            Throw.ObjectDisposed(_ownerName);

        if (own is not null)
        {
            if (own.TryPopOne() is { } item)
                return item;

            if (own.Home is { IsFreeAtHome: true })
            {
                own.Popped++;
                return own.TakeHome();
            }
        }

        return PopExchanging(own);
    }

    /// <summary>Keeps an item wherever there is room.</summary>
    /// <returns><see langword="false"/> if the pool does not keep it: the caller drops it. It is counted as returned
    /// either way.</returns>
    /// <remarks>If the clock throws, the item is dropped and the exception is thrown to the caller.</remarks>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal bool PushSlow(object item)
    {
        if (Mode != PoolingMode.Off && this.NoteReturned(item))
        {
            CountDropped(DropReason.Trim);
            return false;
        }

        AskClock(item);
        ThreadMagazine? own = Attach(isReturn: true);
        return (own is not null && own.TryPushOne(item)) || PushExchanging(own, item);
    }

    /// <summary>Lists every retained item; those in the magazines of threads may change in the meantime. Called within
    /// the lock.</summary>
    internal void CopyRetainedTo(List<object> items)
    {
        _depot.CopyTo(items);
        for (int i = 0; i < _depot.Threads.Count; i++)
            _depot.Threads[i].CopyTo(items);
    }

    private object? PopExchanging(ThreadMagazine? own)
    {
        List<object>? dropped = null;
        object? popped = null;
        using (_depot.Enter())
        {
            _depot.Exchanges++;
            if (_depot.Count == 0 && _depot.Threads.Count > (own is null ? 0 : 1)) // an only thread is the calling one
                AdoptSomeDead(ref dropped); // their items may be there next

            if (own is not null && FindActive() == own)
                own.ExchangedTrims = _trims;

            // code that ran while this thread waited may have returned an item
            if (_depot.Count > 0 || own?.Spare is not null)
                popped = PopLocked(own);

            if (popped is null)
                CountCreating(1);
        }

        if (dropped is not null)
            Drop.Later(dropped, this);

        return popped;
    }

    private object? PopLocked(ThreadMagazine? own)
    {
        if (own is not null && FindActive() == own)
        {
            own.Replenish(_depot, wanted: 1);
            if (own.TryPopOne() is { } item)
                return item;
        }

        object? popped = _depot.TryTake();
        _depot.Rented += popped is null ? 0 : 1;
        return popped;
    }

    private bool PushExchanging(ThreadMagazine? own, object item)
    {
        List<object>? dropped = null;
        bool kept;
        using (_depot.Enter())
            kept = PushLocked(own, item, ref dropped);

        if (!kept)
            ReportLimit();

        if (dropped is not null)
            Drop.Later(dropped, this);

        return kept;
    }

    private bool PushLocked(ThreadMagazine? own, object item, ref List<object>? dropped)
    {
        BeginGiving(own, ref dropped);
        if (own is not null && FindActive() == own)
        {
            own.ExchangedTrims = _trims;
            if (own.TryPushOne(item))
                return true; // code that ran while this thread waited has made room

            own.Unload(_depot);
            if (own.TryPushOne(item))
                return true;
        }

        _depot.Returned++;
        if (_depot.TryAdd(item))
            return true;

        _depot.Dropped.Add(1, _depot.ReasonOfNoRoom);
        return false;
    }

    /// <summary>Called within the lock before items are given to the depot: a disposed pool waits for the last of its
    /// threads to die.</summary>
    private void BeginGiving(ThreadMagazine? own, ref List<object>? dropped)
    {
        _depot.Exchanges++;
        if (own is null)
            AdoptSomeDead(ref dropped);
    }

    /// <summary>Calls the user's clock, before anything has changed.</summary>
    private void AskClock(object item)
    {
        try
        {
            Work.TrimIfDue();
        }
        catch
        {
            CountDropped(DropReason.Failed);
            Drop.One(item, this);
            throw;
        }
    }

    [StructLayout(LayoutKind.Sequential, Size = 128)]
    private struct Padding;
}
