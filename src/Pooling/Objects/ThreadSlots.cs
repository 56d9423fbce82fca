namespace Pooling.Objects;

/// <summary>The fields that every access to a thread's magazine touches. Fields of a base class come first, so these
/// are adjacent.</summary>
internal abstract class ThreadSlots
{
    /// <summary>One spare item in front of the slots. Alternating rentals and returns touch only this field, and no
    /// index that each would have to read back after the other's store. In a pool of leases, used only together with
    /// slots.</summary>
    internal object? Spare;

    /// <summary>In a pool of leases, the thread's home cell, leased or not. Written under the depot's lock, or by the
    /// thread.</summary>
    internal LeaseCell Home;

    /// <summary>Further items, the last one on top; the slots above are null.</summary>
    internal MagazineSlot[] Slots = MagazineSlot.None;

    /// <summary>The number of items that this thread has rented from here.</summary>
    internal long Popped;

    /// <summary>The number of items in <see cref="Slots"/>.</summary>
    internal int Count;

    private protected ThreadSlots(LeaseCell home) => Home = home;
}
