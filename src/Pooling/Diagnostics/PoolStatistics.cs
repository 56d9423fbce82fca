namespace Pooling.Diagnostics;

/// <summary>Provides a snapshot of what a pool has done since it was created, and of what it holds now.</summary>
/// <remarks>
/// <para>The snapshot is exact if no other thread uses the pool. Otherwise the counters are read one after another
/// while items move, so <see cref="TotalReturned"/>, <see cref="Retained"/> and <see cref="InUse"/> can be off by the
/// items that are in motion, and can decrease from one snapshot to the next.</para>
/// <para>When no operation is in progress, <c>TotalRented - TotalReturned = InUse + RetainedParts</c>. If only rented
/// items were returned, <c>TotalCreated = Retained + RetainedParts + InUse + TotalDropped</c>.</para>
/// <para>Thread safety: immutable.</para>
/// <para>Allocation: none; this is a value type.</para>
/// </remarks>
public readonly record struct PoolStatistics
{
    internal PoolStatistics(long rented, long returned, long created, DropCounts drops, long retained)
    {
        TotalRented = rented;
        TotalReturned = returned;
        TotalCreated = created;
        Drops = drops;
        Retained = retained;
    }

    /// <summary>Gets the number of items that were rented, both new and reused.</summary>
    public long TotalRented { get; internal init; }

    /// <summary>Gets the number of items that were returned, whether or not the pool kept them.</summary>
    public long TotalReturned { get; internal init; }

    /// <summary>Gets the number of items that the policy created.</summary>
    public long TotalCreated { get; private init; }

    /// <summary>Gets the number of items that the pool dropped: items that the policy refused, that exceeded a limit,
    /// that were trimmed, or that remained when the pool was disposed.</summary>
    public long TotalDropped => Drops.Total;

    /// <summary>Gets the number of collections that encodeables gave up in their reset, because they had more room than
    /// is kept: the next renter allocates again.</summary>
    public long TotalReplaced { get; internal init; }

    /// <summary>Gets the number of items that the pool holds now, including those that threads keep.</summary>
    public long Retained { get; internal init; }

    /// <summary>Gets the size of the retained items, in bytes. In a pool of writers or of memory, it is the size of the
    /// arrays that idle items keep; in a pool of encodeables, that of the arrays and collections that idle objects
    /// keep, without their parts. A pool of other objects counts no bytes and returns 0.</summary>
    public long RetainedBytes { get; internal init; }

    /// <summary>Gets the number of items that are kept as parts of objects from another pool, whether or not those
    /// objects are in use.</summary>
    public long RetainedParts { get; internal init; }

    /// <summary>Gets the number of items that are rented and not yet returned, excluding
    /// <see cref="RetainedParts"/>.</summary>
    public long InUse => TotalRented - TotalReturned - RetainedParts;

    /// <summary>Gets the numbers of dropped items by reason.</summary>
    internal DropCounts Drops { get; private init; }

    /// <summary>Gets the number of items that the policy created while more existed than the pool keeps.</summary>
    internal long CreatedAboveMax { get; init; }

    /// <summary>Gets the number of returns that were refused because the rental had already ended.</summary>
    internal long RefusedReturns { get; init; }

    /// <summary>Returns the sum of the counters of two pools.</summary>
    internal PoolStatistics Plus(PoolStatistics other) => new()
    {
        TotalRented = TotalRented + other.TotalRented,
        TotalReturned = TotalReturned + other.TotalReturned,
        TotalCreated = TotalCreated + other.TotalCreated,
        Drops = Drops.Plus(other.Drops),
        Retained = Retained + other.Retained,
        RetainedBytes = RetainedBytes + other.RetainedBytes,
        RetainedParts = RetainedParts + other.RetainedParts,
        CreatedAboveMax = CreatedAboveMax + other.CreatedAboveMax,
        RefusedReturns = RefusedReturns + other.RefusedReturns,
        TotalReplaced = TotalReplaced + other.TotalReplaced,
    };
}
