using System.Runtime.InteropServices;

namespace Pooling.Objects;

/// <summary>What one thread keeps of one pool: the loaded magazine, the previous one, and the thread's own counters.</summary>
/// <remarks>Only its thread touches it, with two exceptions: anyone may read the counters, and an orphan belongs to whoever adopts it under
/// the depot's lock.</remarks>
internal sealed class ThreadMagazines
{
    /// <summary>Stands in every unused entry of a thread's table: its key matches no pool.</summary>
    internal static readonly ThreadMagazines None = new(identity: null, credit: 0, byteCredit: 0);

    /// <summary>The pool's key when this was last seen to be current; <see langword="null"/> matches no pool.</summary>
    internal object? Key;

    /// <summary>One item before the loaded magazine. Rent and return in turn touch this field only: no index that each would have to read back
    /// from the other's store. Always empty in a pool that counts bytes.</summary>
    internal object? AtHand;

    /// <summary>The slots of <see cref="Loaded"/>, here to save the fast path one load. Empty in a pool that counts bytes.</summary>
    internal MagazineSlot[] Slots;

    /// <summary>The items in <see cref="Slots"/>; <c>Loaded.Count</c> is stale meanwhile.</summary>
    internal int Count;

    /// <summary>Items that this thread has rented from these magazines.</summary>
    internal long Popped;

    internal Magazine Loaded;
    internal Magazine Previous;

    /// <summary>Items moved in from the depot.</summary>
    internal long Received;

    /// <summary>Items moved out to the depot, or dropped from here.</summary>
    internal long Surrendered;

    /// <summary>Set by the sentinel of the dead thread, read under the depot's lock.</summary>
    internal volatile bool Orphaned;

    /// <summary>Position in the depot's list, guarded by its lock.</summary>
    internal int Index;

    /// <summary>The registry's epoch when this thread last looked after dead threads and disposed pools.</summary>
    internal int SeenEpoch;

    /// <summary>The items that this thread may hold: 1 while it has the item at hand only, and no magazines.</summary>
    internal int Credit;

    internal readonly object? Identity;
    internal readonly long ByteCredit;

#pragma warning disable CS0169, IDE0051, CA1823 // keeps the neighbour on the heap, which may be another thread's, off these cache lines
    private readonly Padding _padding;
#pragma warning restore CS0169, IDE0051, CA1823

    internal ThreadMagazines(object? identity, int credit, long byteCredit)
    {
        Identity = identity;
        Credit = credit;
        ByteCredit = byteCredit;
        Loaded = Magazine.None;
        Previous = Magazine.None;
        Slots = [];
    }

    internal bool HasMagazines => Loaded != Magazine.None;

    internal long RetainedBytes => Loaded.Bytes + Previous.Bytes;

    /// <summary>Items that this thread has returned into these magazines: derived, so that the fast path keeps one counter and not two.</summary>
    internal long Pushed(bool countsBytes) => Retained(countsBytes) + Popped + Surrendered - Received;

    internal int Retained(bool countsBytes) => (countsBytes ? Loaded.Count : Count) + Previous.Count + (AtHand is null ? 0 : 1);

    internal void Equip(Magazine loaded, Magazine previous, bool countsBytes)
    {
        Loaded = loaded;
        Previous = previous;
        if (!countsBytes)
            Slots = loaded.Slots;
    }

    /// <summary>Exchanges the two magazines of a pool that does not count bytes.</summary>
    internal void Swap()
    {
        Loaded.Count = Count;
        (Loaded, Previous) = (Previous, Loaded);
        Slots = Loaded.Slots;
        Count = Loaded.Count;
    }

    /// <summary>Exchanges the two magazines of a pool that counts bytes.</summary>
    internal void SwapCounted() => (Loaded, Previous) = (Previous, Loaded);

    internal void DrainTo(List<object> items, bool countsBytes)
    {
        int before = items.Count;
        if (!countsBytes && HasMagazines)
        {
            Loaded.Count = Count;
            Count = 0;
        }

        if (AtHand is { } item)
        {
            AtHand = null;
            items.Add(item);
        }

        Loaded.DrainTo(items);
        Previous.DrainTo(items);
        Surrendered += items.Count - before;
    }

    /// <summary>Lists the items without taking them, while the owner may go on. Called under the depot's lock: without it no magazine comes or goes,
    /// but the owner may exchange the two meanwhile.</summary>
    internal void CopyRetainedTo(List<object> items)
    {
        if (Volatile.Read(ref AtHand) is { } item) // read once, since it may be popped; pairs with nothing
            items.Add(item);

        Magazine loaded = Volatile.Read(ref Loaded);
        Magazine previous = Volatile.Read(ref Previous);
        loaded.CopyTo(items);
        if (previous != loaded)
            previous.CopyTo(items);
    }

    /// <summary>Leaves nothing that an access could reach.</summary>
    internal void Detach()
    {
        Key = null;
        AtHand = null;
        Slots = [];
        Count = 0;
        Loaded = Magazine.None;
        Previous = Magazine.None;
    }

    [StructLayout(LayoutKind.Sequential, Size = 128)]
    private struct Padding;
}
