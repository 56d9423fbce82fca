namespace Pooling.Diagnostics;

public sealed class PoolNamesTests
{
    private readonly PoolNames _names = new();

    [Fact]
    public void Sum_TwoPoolsOfOneName_AddsThem()
    {
        NamedPools sum = Assert.Single(_names.Sum([Reading("a", rented: 5, idle: 1), Reading("a", rented: 7, idle: 2)]));

        Assert.Equal(("a", 12, 3, 9), (sum.Name, sum.Rentals, sum.Live.Idle, sum.Live.Used));
        Assert.Equal((20, 3, 200), (sum.Live.MaxRetained, sum.Live.MaxRetainedPerThread, sum.Live.MaxBytes));
    }

    [Fact]
    public void Sum_PoolThatHasEnded_StaysInTheTotalsOnly()
    {
        _names.Sum([Reading("a", rented: 5, idle: 1)]);
        NamedPools sum = Assert.Single(_names.Sum([Reading("a", rented: 5, idle: 1) with { IsEnded = true }]));

        Assert.Equal((5, 0, 0, 0), (sum.Rentals, sum.Live.Idle, sum.Live.Used, sum.Live.MaxRetained));
    }

    [Fact]
    public void Sum_PoolThatIsNotListed_DoesNotFall()
    {
        _names.Sum([Reading("a", rented: 5, idle: 1)]);
        NamedPools missing = Assert.Single(_names.Sum([]));
        Assert.Equal((5, 0), (missing.Rentals, missing.Live.Used));

        Assert.Equal(6, Assert.Single(_names.Sum([Reading("a", rented: 6, idle: 1)])).Rentals);
    }

    [Fact]
    public void Sum_PoolThatIsNotListedWhileAnotherDrops_NoReasonFalls()
    {
        PoolReading missing = Dropped("a", DropReason.Trim, 10);
        _names.Sum([missing, Dropped("a", DropReason.Limit, 1)]);
        NamedPools sum = Assert.Single(_names.Sum([Dropped("a", DropReason.Limit, 50)]));

        Assert.Equal((50, 10), (sum.Dropped.Limit, sum.Dropped.Trim));
    }

    [Fact]
    public void Sum_MoreNamesThanTheMaximum_AreOne()
    {
        List<PoolReading> readings =
            [.. Enumerable.Range(0, PoolNames.Max + 10).Select(static i => Reading($"pool {i}", rented: 1, idle: 0))];

        IReadOnlyCollection<NamedPools> sums = _names.Sum(readings);

        Assert.Equal(PoolNames.Max + 1, sums.Count);
        Assert.Equal(10, sums.Single(static pools => pools.Name == PoolNames.Other).Rentals);
        Assert.Equal(PoolNames.Max + 1, _names.Sum([Reading("another", rented: 1, idle: 0)]).Count);
    }

    [Fact]
    public void CopyTo_MoreEndedNamesThanTheMaximum_AreOne()
    {
        var ended = new EndedPools();
        for (int i = 0; i < 1000; i++)
            ended.Add($"pool {i}", Reading("", rented: 2, idle: 0).Statistics);

        var readings = new List<PoolReading>();
        ended.CopyTo(readings);

        Assert.Equal(PoolNames.Max + 1, readings.Count);
        Assert.Equal(2 * (1000 - PoolNames.Max), readings.Single(static one => one.Name == PoolNames.Other).Statistics.TotalRented);
    }

    private static PoolReading Dropped(string name, DropReason reason, long items)
    {
        DropCounts drops = default;
        drops.Add(items, reason);
        return new PoolReading { Name = name, Statistics = new PoolStatistics(items, items, items, drops, 0) };
    }

    private static PoolReading Reading(string name, long rented, long idle) => new()
    {
        Name = name,
        Statistics = new PoolStatistics(rented, idle, rented, default, idle),
        MaxRetained = 10,
        MaxRetainedPerThread = 3,
        MaxBytes = 100,
    };
}
