namespace Pooling.Diagnostics;

/// <summary>Provides a snapshot of what a pool has done since it was created, and of what it holds now.</summary>
/// <remarks>
/// <para>The snapshot is exact if no other thread uses the pool. Otherwise the counters are read one after another while items move, so
/// <see cref="TotalReturned"/>, <see cref="Retained"/> and <see cref="InUse"/> can be off by the items that are in motion, and can decrease
/// from one snapshot to the next.</para>
/// <para>When no operation is in progress, <c>TotalRented - TotalReturned = InUse + RetainedParts</c>. If only rented items were returned,
/// <c>TotalCreated = Retained + RetainedParts + InUse + TotalDropped</c>.</para>
/// <para>Thread safety: immutable.</para>
/// <para>Allocation: none; this is a value type.</para>
/// </remarks>
public readonly record struct PoolStatistics
{
    internal PoolStatistics(long rented, long returned, long created, long dropped, long retained, long retainedBytes,
        long retainedParts = 0)
    {
        TotalRented = rented;
        TotalReturned = returned;
        TotalCreated = created;
        TotalDropped = dropped;
        Retained = retained;
        RetainedBytes = retainedBytes;
        RetainedParts = retainedParts;
    }

    /// <summary>Gets the number of items that were rented, both new and reused.</summary>
    public long TotalRented { get; }

    /// <summary>Gets the number of items that were returned, whether or not the pool kept them.</summary>
    public long TotalReturned { get; }

    /// <summary>Gets the number of items that the policy created.</summary>
    public long TotalCreated { get; }

    /// <summary>Gets the number of items that the pool dropped: items that the policy refused, that exceeded a limit, that were trimmed, or
    /// that remained when the pool was disposed.</summary>
    public long TotalDropped { get; }

    /// <summary>Gets the number of items that the pool holds now, including those that threads keep.</summary>
    public long Retained { get; }

    /// <summary>Gets the size of the retained items, in bytes. In a pool of writers or of memory, it is the size of the arrays that idle
    /// items keep; a pool of objects counts no bytes and returns 0.</summary>
    public long RetainedBytes { get; }

    /// <summary>Gets the number of items that are kept as parts of objects from another pool, whether or not those objects are in
    /// use.</summary>
    public long RetainedParts { get; }

    /// <summary>Gets the number of items that are rented and not yet returned, excluding <see cref="RetainedParts"/>.</summary>
    public long InUse => TotalRented - TotalReturned - RetainedParts;

    /// <summary>Returns the same counters with a number of bytes that was determined elsewhere.</summary>
    internal PoolStatistics WithRetainedBytes(long retainedBytes) =>
        new(TotalRented, TotalReturned, TotalCreated, TotalDropped, Retained, retainedBytes, RetainedParts);

    /// <summary>Returns the sum of the counters of two pools.</summary>
    internal PoolStatistics Plus(PoolStatistics other) => new(
        TotalRented + other.TotalRented,
        TotalReturned + other.TotalReturned,
        TotalCreated + other.TotalCreated,
        TotalDropped + other.TotalDropped,
        Retained + other.Retained,
        RetainedBytes + other.RetainedBytes,
        RetainedParts + other.RetainedParts);
}
