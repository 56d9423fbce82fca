using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Pooling.Objects;

/// <summary>What one thread keeps of one pool: the loaded magazine, the previous one, and the thread's own counters.</summary>
/// <remarks>Only its thread uses it, with three exceptions: any thread may read the counters and the slots; the holder of the depot's lock
/// may lower <see cref="Credit"/> to what the thread holds; and an orphan belongs to the thread that adopts it under that lock.</remarks>
internal sealed partial class ThreadMagazines : ThreadSlots
{
    /// <summary>Stands in every unused entry of a thread's table.</summary>
    internal static readonly ThreadMagazines None = new(store: null, owner: null, LeaseCell.Never);

    internal Magazine Loaded;

    /// <summary>Swapped with <see cref="Loaded"/> when that is empty or full; <see cref="Magazine.None"/> if the thread has only one small
    /// magazine.</summary>
    internal Magazine Previous;

    /// <summary>The number of items moved in from the depot.</summary>
    internal long Received;

    /// <summary>The number of items moved out to the depot, or dropped from here.</summary>
    internal long Surrendered;

    /// <summary>Set by the sentinel of the dead thread, read under the depot's lock.</summary>
    internal volatile bool Orphaned;

    /// <summary>Whether the thread is pushing several items without the lock. Written by the thread; read after a process-wide barrier,
    /// before credit is taken away.</summary>
    internal bool IsPushing;

    /// <summary>Whether the thread has used the depot before: from the second time on it gets magazines.</summary>
    internal bool HasExchanged;

    /// <summary>Position in the depot's list, guarded by its lock.</summary>
    internal int Index;

    /// <summary>The registry's epoch when this thread last checked for dead threads.</summary>
    internal int SeenEpoch;

    /// <summary>The version of the home cell when the thread last saw a key.</summary>
    internal long SeenVersion;

    /// <summary>The last key of the pool that the thread has seen. Guarded by the depot's lock, as is the next field.</summary>
    internal int SeenKey;

    /// <summary>The pool's number of full trims when the thread last saw a key.</summary>
    internal int Drains;

    /// <summary>The items that this thread may hold: 1 while it has only its spare item and no magazines. Guarded by the depot's lock. May
    /// be less than the number of slots while <see cref="SeenKey"/> is not the pool's.</summary>
    internal int Credit;

    internal readonly MagazineStore? Store;
    internal readonly ThreadOwner? Owner;

    /// <summary>The thread's place in the pool's array.</summary>
    internal readonly int Number;

#pragma warning disable CS0169, IDE0051, CA1823 // keeps the next object on the heap, perhaps another thread's, off these cache lines
    private readonly Padding _padding;
#pragma warning restore CS0169, IDE0051, CA1823

    internal ThreadMagazines(MagazineStore? store, ThreadOwner? owner, LeaseCell home)
        : base(home)
    {
        Store = store;
        Owner = owner;
        Number = owner?.Number ?? 0;
        Loaded = Magazine.None;
        Previous = Magazine.None;
    }

    /// <summary>Whether the pool keeps a home cell for this thread.</summary>
    internal bool KeepsHome => Home != LeaseCell.Never;

    internal bool HasMagazines => Slots.Length > 0;

    /// <summary>The number of slots of the magazines together.</summary>
    internal int Room => Loaded.Slots.Length + Previous.Slots.Length;

    /// <summary>Whether its thread has ended, so that no other code uses this.</summary>
    internal bool IsDead
    {
        get
        {
            if (!Orphaned && Owner!.IsAlive)
                return false;

            Interlocked.MemoryBarrier(); // orders the reads of the thread's data after the check; pairs with the thread's end
            return true;
        }
    }

    /// <summary>The number of items that this thread has returned into these magazines. Derived, so that the fast path keeps only one
    /// counter.</summary>
    internal long Pushed => Retained + Popped + Surrendered - Received;

    internal int Retained => InMagazines + (Home.IsFreeAtHome ? 1 : 0);

    /// <summary>The number of items without the home cell, which may come back at any time: the count to use when items move.</summary>
    internal int InMagazines => Count + Previous.Count + (Spare is null ? 0 : 1);

    internal void Equip(Magazine loaded, Magazine previous)
    {
        Loaded = loaded;
        Previous = previous;
        Slots = loaded.Slots;
        Count = loaded.Count;
    }

    /// <summary>Swaps the two magazines.</summary>
    internal void Swap()
    {
        Loaded.Count = Count;
        (Loaded, Previous) = (Previous, Loaded);
        Slots = Loaded.Slots;
        Count = Loaded.Count;
    }

    /// <summary>Takes the spare item, or one from the loaded magazine.</summary>
    /// <returns><see langword="null"/> if there is none.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal object? TryPopOne()
    {
        if (Spare is { } item)
        {
            Spare = null;
            Popped++;
            return item;
        }

        int last = Count - 1;
        MagazineSlot[] slots = Slots;
        if ((uint)last >= (uint)slots.Length)
            return null;

        ref MagazineSlot slot = ref slots[last];
        item = slot.Item;
        slot.Item = null;
        Count = last;
        Popped++;
        return item;
    }

    /// <summary>Takes an item from the loaded magazine, which is not empty.</summary>
    internal object? PopLoaded()
    {
        int last = --Count;
        object? item = Slots[last].Item;
        Slots[last].Item = null;
        Popped++;
        return item;
    }

    /// <summary>Pushes an item wherever the thread has room. Requires that the thread had its place in the pool a moment ago and has pushed
    /// no other item since.</summary>
    /// <returns><see langword="false"/> if there is no room.</returns>
    internal bool TryPushOne(object item)
    {
        if (Spare is null && (!KeepsHome || HasMagazines)) // without magazines the home cell uses the credit of the spare item
        {
            Spare = item;
            return true;
        }

        if (Count == Slots.Length)
        {
            if (Previous.IsFull)
                return false;

            Swap();
        }

        Slots[Count++].Item = item;
        return true;
    }

    internal void DrainTo(List<object> items)
    {
        int before = items.Count;
        if (Spare is { } item)
        {
            Spare = null;
            items.Add(item);
        }

        if (Home.IsFreeAtHome)
            items.Add(TakeHome());

        if (HasMagazines)
        {
            Loaded.Count = Count;
            Count = 0;
            Loaded.DrainTo(items);
            Previous.DrainTo(items);
        }

        Surrendered += items.Count - before;
    }

    /// <summary>Lists the items without taking them, while the owner may continue. Called under the depot's lock: no magazine comes or
    /// goes, but the owner may swap the two in the meantime.</summary>
    internal void CopyRetainedTo(List<object> items)
    {
        if (Volatile.Read(ref Spare) is { } item) // read once, since it may be popped; needs no pairing
            items.Add(item);

        LeaseCell home = Volatile.Read(ref Home); // likewise
        if (home.IsFreeAtHome)
            items.Add(home);

        Magazine loaded = Volatile.Read(ref Loaded);
        Magazine previous = Volatile.Read(ref Previous);
        loaded.CopyTo(items);
        if (previous != loaded)
            previous.CopyTo(items);
    }

    /// <summary>Counts the items that the thread holds; the result may be too low by one. Called under the depot's lock, after a
    /// process-wide barrier, when the thread has no place in the pool: at most one operation that saw the place is in progress.</summary>
    /// <returns><see langword="false"/> if that operation may push more than one item, or is swapping the two magazines.</returns>
    internal bool TryCountHeld(out int held)
    {
        held = 0;
        Magazine loaded = Volatile.Read(ref Loaded); // these pair with the owner's plain stores, through the barrier
        Magazine previous = Volatile.Read(ref Previous);
        if (Volatile.Read(ref IsPushing) || (loaded == previous && loaded != Magazine.None))
            return false;

        LeaseCell home = Volatile.Read(ref Home); // a leased one may come back at any time
        held = (Volatile.Read(ref Spare) is null ? 0 : 1) + (home == LeaseCell.None || home == LeaseCell.Never ? 0 : 1)
            + loaded.CountSlots() + previous.CountSlots();
        return true;
    }

    /// <summary>Removes everything that an access could reach.</summary>
    internal void Detach()
    {
        Spare = null;
        Slots = [];
        Count = 0;
        Loaded = Magazine.None;
        Previous = Magazine.None;
    }

    [StructLayout(LayoutKind.Sequential, Size = 128)]
    private struct Padding;
}
