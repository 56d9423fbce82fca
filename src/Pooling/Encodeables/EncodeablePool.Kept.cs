namespace Pooling.Encodeables;

/// <content>Memory that stays with objects: arrays with a count, and collections.</content>
public abstract partial class EncodeablePool
{
    private bool _countsMemory; // since the first reset of one of its objects, which all of its idle ones have passed

    /// <summary>Begins a reset of an object that keeps arrays or collections. Called before anything else that takes
    /// its state.</summary>
    /// <param name="state">The field that <see cref="IPooledEncodeable.PoolState"/> returns.</param>
    public static void BeginReset(ref EncodeableState state)
    {
        if (state.Type is { _countsMemory: false } pool)
            pool.CountMemory();

        state.Slot = 0;
    }

    /// <summary>Decides whether an object keeps one of its collections for its next renter. Called when the object is
    /// reset, before the collection is cleared.</summary>
    /// <typeparam name="TItem">The item type; that of the pairs for a dictionary.</typeparam>
    /// <param name="state">The field that <see cref="IPooledEncodeable.PoolState"/> returns, after
    /// <see cref="BeginReset"/>.</param>
    /// <param name="usage">A field of the object that is used for nothing else. It stores how much of the collection
    /// was used lately.</param>
    /// <param name="count">The number of items in the collection.</param>
    /// <param name="capacity">The number of items for which it has room, or -1 if it does not tell.</param>
    /// <param name="alwaysKept">The capacity up to which it is kept in any case.</param>
    /// <param name="maxRetainedCapacity">The capacity above which it is never kept.</param>
    /// <returns><see langword="false"/> if the caller must replace or trim the collection: it has more room than
    /// <paramref name="maxRetainedCapacity"/> or than 1 MiB, or more than four times as much as its recent contents
    /// needed. It is counted in <see cref="Diagnostics.PoolStatistics.TotalReplaced"/>.</returns>
    public static bool KeepsCollection<TItem>(
        ref EncodeableState state, ref long usage, int count, int capacity, int alwaysKept, int maxRetainedCapacity)
    {
        if (KeptMemory.TryKeepCollection<TItem>(ref state, ref usage, count, capacity, alwaysKept, maxRetainedCapacity))
            return true;

        state.Type?.Store.CountReplaced();
        return false;
    }

    private void CountMemory()
    {
        Store.MeasureItems(SizeOf);
        _countsMemory = true;
    }

    /// <summary>Returns the bytes that an idle object keeps. It may be in use meanwhile.</summary>
    private protected abstract long SizeOf(object item);
}
