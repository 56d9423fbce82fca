namespace Pooling.Diagnostics;

/// <summary>Sums what all pools of one name report.</summary>
internal sealed class NamedPools(string name)
{
    private long _leaks; // of the reading under way

    internal string Name => name;

    internal LivePools Live { get; private set; }

    internal long Rentals { get; private set; }

    internal long Created { get; private set; }

    internal long CreatedAboveMax { get; private set; }

    internal DropCounts Dropped { get; private set; }

    internal long RefusedReturns { get; private set; }

    internal long Leaks { get; private set; }

    private PoolStatistics Totals { get; set; }

    internal void Begin()
    {
        Live = default;
        Totals = default;
        _leaks = 0;
    }

    internal void Add(in PoolReading reading)
    {
        Totals = Totals.Plus(reading.Statistics);
        _leaks += reading.Leaks;
        if (!reading.IsEnded)
            Live = Live.Plus(reading);
    }

    /// <summary>Takes over the totals. A counter never falls, although a pool that the collector has just found is
    /// neither listed as live nor as ended for a moment.</summary>
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
