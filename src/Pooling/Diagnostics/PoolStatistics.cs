namespace Pooling.Diagnostics;

/// <summary>Represents what a pool did since it was created, and what it holds now.</summary>
/// <remarks>
/// <para>Exact while no other thread uses the pool. Otherwise the figures are taken one after the other while items move: returned,
/// retained and in-use items may be off by what other threads are moving at that moment, and run backwards from one snapshot to the
/// next.</para>
/// <para>Once every operation has ended: <c>TotalRented - TotalReturned = InUse + RetainedParts</c>, and, if only rented items were
/// returned, <c>TotalCreated = Retained + RetainedParts + InUse + TotalDropped</c>.</para>
/// <para>Thread safety: immutable.</para>
/// <para>Allocation: none; it is a value.</para>
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

    /// <summary>Gets the number of items that were rented, new ones and used ones.</summary>
    public long TotalRented { get; }

    /// <summary>Gets the number of items that were returned, whether the pool kept them or not.</summary>
    public long TotalReturned { get; }

    /// <summary>Gets the number of items that the policy created.</summary>
    public long TotalCreated { get; }

    /// <summary>Gets the number of items that the pool dropped: refused by the policy, over a limit, trimmed, or left when the pool was
    /// disposed.</summary>
    public long TotalDropped { get; }

    /// <summary>Gets the number of items that the pool holds now, those in the magazines of threads included.</summary>
    public long Retained { get; }

    /// <summary>Gets the bytes of the retained items: in a pool of objects what the options' <c>SizeOf</c> returned for them, or 0 without
    /// it; in pools of writers the arrays that idle writers keep.</summary>
    public long RetainedBytes { get; }

    /// <summary>Gets the number of items that stay with an object of another pool, as parts of it, whether that is in use now or
    /// not.</summary>
    public long RetainedParts { get; }

    /// <summary>Gets the number of items that are rented and not yet returned, without <see cref="RetainedParts"/>.</summary>
    public long InUse => TotalRented - TotalReturned - RetainedParts;

    /// <summary>Returns the same counters, with bytes that were found elsewhere.</summary>
    internal PoolStatistics WithRetainedBytes(long retainedBytes) =>
        new(TotalRented, TotalReturned, TotalCreated, TotalDropped, Retained, retainedBytes, RetainedParts);

    /// <summary>Returns the counters of two pools together.</summary>
    internal PoolStatistics Plus(PoolStatistics other) => new(
        TotalRented + other.TotalRented,
        TotalReturned + other.TotalReturned,
        TotalCreated + other.TotalCreated,
        TotalDropped + other.TotalDropped,
        Retained + other.Retained,
        RetainedBytes + other.RetainedBytes,
        RetainedParts + other.RetainedParts);
}
