namespace Pooling.Objects;

/// <summary>What every access to a thread's magazines touches: the fields of a base class lie in front, so these lie together.</summary>
internal abstract class ThreadSlots
{
    /// <summary>One item before the loaded magazine. Rent and return in turn touch this field only: no index that each would have to read
    /// back from the other's store. In a pool that keeps cells at home only with magazines.</summary>
    internal object? Spare;

    /// <summary>In a pool of leases the cell that is at home here, leased or not. Written under the depot's lock, or by the
    /// thread.</summary>
    internal LeaseCell Home;

    /// <summary>The slots of <see cref="ThreadMagazines.Loaded"/>, here to save the fast path one load.</summary>
    internal MagazineSlot[] Slots = [];

    /// <summary>Items that this thread has rented from these magazines.</summary>
    internal long Popped;

    /// <summary>The items in <see cref="Slots"/>; <c>Loaded.Count</c> is stale meanwhile.</summary>
    internal int Count;

    private protected ThreadSlots(LeaseCell home) => Home = home;
}
