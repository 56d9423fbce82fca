namespace Pooling.Objects;

/// <summary>The fields that every access to a thread's magazines touches. Fields of a base class come first, so these are
/// adjacent.</summary>
internal abstract class ThreadSlots
{
    /// <summary>One spare item in front of the loaded magazine. Alternating rentals and returns touch only this field, and no index that
    /// each would have to read back after the other's store. In a pool that keeps home cells, used only together with magazines.</summary>
    internal object? Spare;

    /// <summary>In a pool of leases, the thread's home cell, leased or not. Written under the depot's lock, or by the thread.</summary>
    internal LeaseCell Home;

    /// <summary>The slots of <see cref="ThreadMagazines.Loaded"/>, kept here to save the fast path one load.</summary>
    internal MagazineSlot[] Slots = [];

    /// <summary>The number of items that this thread has rented from these magazines.</summary>
    internal long Popped;

    /// <summary>The number of items in <see cref="Slots"/>; <c>Loaded.Count</c> is stale in the meantime.</summary>
    internal int Count;

    private protected ThreadSlots(LeaseCell home) => Home = home;
}
