namespace Pooling.Diagnostics;

/// <summary>The sums of live pools of one name.</summary>
internal readonly struct LivePools
{
    /// <summary>The number of items that they keep, with parts.</summary>
    internal long Idle { get; private init; }

    /// <summary>The number of rented items.</summary>
    internal long Used { get; private init; }

    internal long RetainedBytes { get; private init; }

    internal long MaxRetained { get; private init; }

    /// <summary>The largest of them.</summary>
    internal long MaxRetainedPerThread { get; private init; }

    internal long MaxBytes { get; private init; }

    internal LivePools Plus(in PoolReading reading) => new()
    {
        Idle = Idle + reading.Statistics.Retained + reading.Statistics.RetainedParts,
        Used = Used + reading.Statistics.InUse,
        RetainedBytes = RetainedBytes + reading.Statistics.RetainedBytes,
        MaxRetained = MaxRetained + reading.MaxRetained,
        MaxRetainedPerThread = Math.Max(MaxRetainedPerThread, reading.MaxRetainedPerThread),
        MaxBytes = MaxBytes > long.MaxValue - reading.MaxBytes ? long.MaxValue : MaxBytes + reading.MaxBytes,
    };
}
