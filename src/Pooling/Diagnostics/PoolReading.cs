namespace Pooling.Diagnostics;

/// <summary>Represents what one store of a pool reports to the metrics.</summary>
internal readonly struct PoolReading
{
    /// <summary>The name of the pool, which other stores and pools may have, too.</summary>
    internal string Name { get; init; }

    internal PoolStatistics Statistics { get; init; }

    /// <summary>The number of leaks found.</summary>
    internal long Leaks { get; init; }

    /// <summary>Whether these are the last counters of pools that have ended.</summary>
    internal bool IsEnded { get; init; }

    /// <summary>The maximum number of items in the depot and of parts; 0 if the pool is disposed.</summary>
    internal long MaxRetained { get; init; }

    /// <summary>The maximum number of items that each thread keeps; 0 if the pool is disposed.</summary>
    internal long MaxRetainedPerThread { get; init; }

    /// <summary>The maximum number of bytes; 0 if there is none, if another store of the pool states it, or if the pool
    /// is disposed.</summary>
    internal long MaxBytes { get; init; }
}
