namespace Pooling.Diagnostics;

/// <summary>What a pool did since it was created, and what it holds now.</summary>
/// <remarks>
/// <para>Exact while no other thread uses the pool. Otherwise the figures are taken one after the other while items move: returned,
/// retained and in-use items may be off by what other threads are moving at that moment, and run backwards from one snapshot to the
/// next.</para>
/// <para>Once every operation has ended: <c>TotalRented - TotalReturned = InUse</c>, and, if only rented items were returned,
/// <c>TotalCreated = Retained + InUse + TotalDropped</c>.</para>
/// <para>Thread safety: immutable.</para>
/// <para>Allocation: none; it is a value.</para>
/// </remarks>
public readonly record struct PoolStatistics
{
    internal PoolStatistics(long rented, long returned, long created, long dropped, long retained, long retainedBytes)
    {
        TotalRented = rented;
        TotalReturned = returned;
        TotalCreated = created;
        TotalDropped = dropped;
        Retained = retained;
        RetainedBytes = retainedBytes;
    }

    /// <summary>Items handed out, new ones and used ones.</summary>
    public long TotalRented { get; }

    /// <summary>Items that came back, whether the pool kept them or not.</summary>
    public long TotalReturned { get; }

    /// <summary>Items that the policy created.</summary>
    public long TotalCreated { get; }

    /// <summary>Items that the pool let go: refused by the policy, over a limit, trimmed, or left when the pool was disposed.</summary>
    public long TotalDropped { get; }

    /// <summary>Items that the pool holds now, those in the magazines of threads included.</summary>
    public long Retained { get; }

    /// <summary>The bytes of the retained items: in a pool of objects as the options' <c>SizeOf</c> told when they were returned, or 0 without it;
    /// in pools of writers the arrays that idle writers keep.</summary>
    public long RetainedBytes { get; }

    /// <summary>Items handed out and not yet returned.</summary>
    public long InUse => TotalRented - TotalReturned;
}
