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
    public void Sum_TwoPoolsWithoutALimitOfBytes_StaysPositive()
    {
        PoolReading reading = Reading("a", rented: 5, idle: 1) with { MaxBytes = long.MaxValue };

        Assert.Equal(long.MaxValue, Assert.Single(_names.Sum([reading, reading])).Live.MaxBytes);
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
    public void Of_MoreNamesThanTheMaximum_AreOne()
    {
        var names = new PublishedNames();
        for (int i = 0; i < PublishedNames.Max; i++)
            Assert.Equal($"pool {i}", names.Of($"pool {i}"));

        Assert.Equal(PublishedNames.Other, names.Of("another"));
        Assert.Equal("pool 0", names.Of("pool 0"));
    }

    [Fact]
    public void Of_NameOfTheOthers_TakesNoRoom()
    {
        var names = new PublishedNames();
        Assert.Equal(PublishedNames.Other, names.Of(PublishedNames.Other));
        Assert.False(names.Contains(PublishedNames.Other));
    }

    [Fact]
    public void CopyTo_MoreEndedNamesThanTheMaximum_AreOne()
    {
        var ended = new EndedPools();
        for (int i = 0; i < 1000; i++)
            ended.Add($"pool {i}", Reading("", rented: 2, idle: 0).Statistics, isPublished: false);

        List<PoolReading> readings = ReadingsOf(ended);
        Assert.Equal(PublishedNames.Max + 1, readings.Count);
        Assert.Equal(2 * (1000 - PublishedNames.Max), RentedOf(readings, PublishedNames.Other));
    }

    /// <summary>Checks a pool that ends when 256 others have, and that comes back.</summary>
    [Fact]
    public void CopyTo_PublishedNameThatEndsAfterTheMaximum_HasItsOwnSum()
    {
        var ended = new EndedPools();
        for (int i = 0; i < 300; i++)
            ended.Add($"tenant {i}", Reading("", rented: 1, idle: 0).Statistics, isPublished: false);

        ended.Add("main", Reading("", rented: 100_000, idle: 0).Statistics, isPublished: true);
        ended.Add("main", Reading("", rented: 50_000, idle: 0).Statistics, isPublished: true);

        List<PoolReading> readings = ReadingsOf(ended);
        Assert.Equal(150_000, RentedOf(readings, "main"));
        Assert.Equal(300 - PublishedNames.Max, RentedOf(readings, PublishedNames.Other));
    }

    private static List<PoolReading> ReadingsOf(EndedPools ended)
    {
        var readings = new List<PoolReading>();
        ended.CopyTo(readings);
        return readings;
    }

    private static long RentedOf(List<PoolReading> readings, string name) =>
        readings.Single(one => one.Name == name).Statistics.TotalRented;

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
