using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Pooling.Objects;

/// <summary>The items of one pool that one thread keeps: a spare item, a home cell in a pool of leases, the slots, and
/// the thread's own counters.</summary>
/// <remarks>
/// <para>Only its thread uses it, but any thread may read the counters and, under the depot's lock, the items; and the
/// magazine of a dead thread belongs to whoever adopts it under that lock.</para>
/// <para>Invariant: spare item, home cell and slots together never hold more than the pool's limit for each thread. The
/// slots grow with what the thread returns at the same time, and shrink when a trim finds that it has not needed the
/// depot.</para>
/// <list type="table">
/// <item><term>unknown</term><description>Not in the pool's list: the thread has not used the pool, has left it, or was
/// adopted.</description></item>
/// <item><term>registered</term><description>In the list, with its place: fast paths find it.</description></item>
/// <item><term>suspended</term><description>In the list, without its place: a trim, the end of a pool, or growth of the
/// array has taken it. The thread's next access settles it.</description></item>
/// <item><term>dead</term><description>In the list, its thread has ended: the next slow path that asks adopts
/// it.</description></item>
/// </list>
/// </remarks>
internal sealed partial class ThreadMagazine
{
    private const int SmallestSlots = 4;

    internal readonly MagazineStore Store;
    internal readonly PoolThread Thread;

    // The next five fields, which every access touches, are adjacent: references lie before numbers, long numbers
    // before short ones, and structs last.

    /// <summary>One spare item in front of the slots: alternating rentals and returns touch only this field, and no
    /// index. In a pool of leases, used only together with slots.</summary>
    internal object? Spare;

    /// <summary>In a pool of leases, the thread's home cell, leased or not; <see langword="null"/> in other pools.
    /// Written under the depot's lock, or by the thread.</summary>
    internal LeaseCell? Home;

    /// <summary>Further items, the last one on top; the slots above are null.</summary>
    internal MagazineSlot[] Slots = MagazineSlot.None;

    /// <summary>The number of items that this thread has rented from here.</summary>
    internal long Popped;

    /// <summary>The number of items in <see cref="Slots"/>.</summary>
    internal int Count;

    /// <summary>The registry's epoch when this thread last checked for dead threads.</summary>
    internal int SeenEpoch;

    /// <summary>Position in the pool's list, guarded by the depot's lock, as are the next three fields.</summary>
    internal int Index;

    /// <summary>The pool's number of full trims when the thread last settled.</summary>
    internal int Drains;

    /// <summary>The pool's number of trims when the thread last settled.</summary>
    internal int SettledTrims;

    /// <summary>The pool's number of trims when the thread last exchanged items with the depot.</summary>
    internal int ExchangedTrims;

    private Rest _rest;

    // keeps the next object on the heap, perhaps another thread's, off these cache lines
#pragma warning disable CS0169, IDE0051, CA1823
    private readonly Padding _padding;
#pragma warning restore CS0169, IDE0051, CA1823

    internal ThreadMagazine(MagazineStore store, PoolThread thread, LeaseCell? home)
    {
        Store = store;
        Thread = thread;
        Home = home;
    }

    /// <summary>The number of items that this thread has returned here. Derived, so that the fast path keeps only one
    /// counter.</summary>
    internal long Pushed => Retained + Popped + _rest.MovedOut;

    internal int Retained => Count + (Spare is null ? 0 : 1) + (Home is { IsFreeAtHome: true } ? 1 : 0);

    /// <summary>Whether the thread may have a spare item. In a pool of leases only a thread with slots has one: without
    /// them, the home cell may be all that it may keep.</summary>
    private bool MayHaveSpare => Home is null || Slots.Length > 0;

    /// <summary>Takes the spare item, or the last one of the slots.</summary>
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

    /// <summary>Keeps an item if the thread has room, or may make room.</summary>
    internal bool TryPushOne(object item)
    {
        if (Count == Slots.Length)
            TryGrow(1);

        if (Spare is null && MayHaveSpare)
        {
            Spare = item;
            return true;
        }

        if (Count == Slots.Length)
            return false;

        Slots[Count++].Item = item;
        return true;
    }

    /// <summary>Makes room in the slots for more items, or for as many as the limit and the memory allow.</summary>
    internal void TryGrow(int items)
    {
        int length = Slots.Length;
        int most = Store.MaxSlots;
        if (length == most || items <= length - Count)
            return;

        long wanted = Math.Max((long)Count + items, Math.Max(SmallestSlots, 2L * length));
        try
        {
            Allocations.Failing?.Invoke();
            var larger = new MagazineSlot[(int)Math.Min(wanted, most)];
            Array.Copy(Slots, larger, Count);
            Slots = larger;
        }
        catch (OutOfMemoryException)
        {
            // the shorter ones remain
        }
    }

    /// <summary>Numbers that only slow paths use. A struct, so that they lie behind the others.</summary>
    private struct Rest
    {
        /// <summary>The number of items moved to the depot or dropped from here, less those moved in.</summary>
        internal long MovedOut;

        /// <summary>The version of the home cell when the thread last settled.</summary>
        internal long SeenVersion;
    }

    [StructLayout(LayoutKind.Sequential, Size = 128)]
    private struct Padding;
}
