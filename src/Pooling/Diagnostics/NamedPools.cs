namespace Pooling.Diagnostics;

/// <summary>Sums what all pools of one name report.</summary>
internal sealed class NamedPools(string name)
{
    private long _leaks; // of the reading under way

    internal string Name => name;

    /// <summary>The number of items that live pools keep, with parts.</summary>
    internal long Idle { get; private set; }

    /// <summary>The number of rented items of live pools.</summary>
    internal long Used { get; private set; }

    internal long RetainedBytes { get; private set; }

    internal long MaxRetained { get; private set; }

    internal long MaxRetainedPerThread { get; private set; }

    internal long MaxBytes { get; private set; }

    internal long Rentals { get; private set; }

    internal long Created { get; private set; }

    internal long CreatedAboveMax { get; private set; }

    internal DropCounts Dropped { get; private set; }

    internal long RefusedReturns { get; private set; }

    internal long Leaks { get; private set; }

    private PoolStatistics Totals { get; set; }

    internal void Begin()
    {
        Idle = Used = RetainedBytes = MaxRetained = MaxRetainedPerThread = MaxBytes = 0;
        Totals = default;
        _leaks = 0;
    }

    internal void Add(in PoolReading reading)
    {
        PoolStatistics statistics = reading.Statistics;
        Totals = Totals.Plus(statistics);
        _leaks += reading.Leaks;
        if (reading.IsEnded)
            return;

        Idle += statistics.Retained + statistics.RetainedParts;
        Used += statistics.InUse;
        RetainedBytes += statistics.RetainedBytes;
        MaxRetained += reading.MaxRetained;
        MaxRetainedPerThread = Math.Max(MaxRetainedPerThread, reading.MaxRetainedPerThread);
        MaxBytes += reading.MaxBytes;
    }

    /// <summary>Takes over the totals. A counter never falls, although a pool that the collector has just found is neither listed as live
    /// nor as ended for a moment.</summary>
    internal void End()
    {
        Rentals = Math.Max(Rentals, Totals.TotalRented);
        Created = Math.Max(Created, Totals.TotalCreated);
        CreatedAboveMax = Math.Max(CreatedAboveMax, Totals.CreatedAboveMax);
        Dropped = Dropped.Max(Totals.Drops);
        RefusedReturns = Math.Max(RefusedReturns, Totals.RefusedReturns);
        Leaks = Math.Max(Leaks, _leaks);
    }
}
