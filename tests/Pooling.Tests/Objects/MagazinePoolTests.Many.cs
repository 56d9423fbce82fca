using Pooling.Diagnostics;
using Pooling.Doubles;

namespace Pooling.Objects;

public sealed partial class MagazinePoolTests
{
    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(63)]
    [InlineData(64)]
    [InlineData(65)]
    [InlineData(128)]
    [InlineData(129)]
    [InlineData(130)]
    [InlineData(1000)]
    public void GetMany_AnyCount_FillsTheSpanWithDistinctItems(int count)
    {
        var policy = new TrackedItemPolicy();
        using var pool = new MagazinePool<TrackedItem>(policy);
        for (int round = 0; round < 4; round++)
        {
            var items = new TrackedItem[count];
            pool.GetMany(items);
            foreach (TrackedItem item in items)
                item.Take().Give();

            Assert.Equal(count, items.Distinct().Count());
            pool.ReturnMany(items);
        }

        Assert.Equal(count, policy.Items.Count);
    }

    [Theory]
    [InlineData(1, 64)]
    [InlineData(10, 100)]
    [InlineData(130, 300)]
    [InlineData(500, 501)]
    public void GetMany_PoolHasFewer_GivesThoseAndCreatesTheRest(int pooled, int wanted)
    {
        var policy = new TrackedItemPolicy();
        using var pool = new MagazinePool<TrackedItem>(policy);
        var first = new TrackedItem[pooled];
        pool.GetMany(first);
        pool.ReturnMany(first);
        var items = new TrackedItem[wanted];
        pool.GetMany(items);

        Assert.Equal(pooled, items.Intersect(first).Count());
        Assert.Equal(wanted, policy.Items.Count);
        Assert.Equal(wanted, pool.GetStatistics().InUse);
    }

    [Theory]
    [InlineData(100)]
    [InlineData(1000)]
    public void GetMany_AfterSingleReturns_FindsAllOfThem(int count)
    {
        var policy = new TrackedItemPolicy();
        using var pool = new MagazinePool<TrackedItem>(policy, new PoolOptions { MaxRetainedPerThread = 15 });
        var items = new TrackedItem[count];
        pool.GetMany(items);
        foreach (TrackedItem item in items)
            pool.Return(item);

        Array.Clear(items, 0, count);
        pool.GetMany(items);
        foreach (TrackedItem item in items)
            pool.Return(item.Take().Give());

        Assert.Equal(count, policy.Items.Count);
        Assert.Equal(count, pool.GetStatistics().Retained);
    }

    [Fact]
    public void GetMany_CreateThrows_KeepsWhatWasAtHandAndClearsTheSpan()
    {
        var policy = new TrackedItemPolicy
        {
            Faults = new FaultPlan(26, FaultMoment.Before), // 10 creations, 10 resets, 6th of the next creations
        };
        using var pool = new MagazinePool<TrackedItem>(policy);
        var items = new TrackedItem[10];
        pool.GetMany(items);
        pool.ReturnMany(items);
        var more = new TrackedItem[20];

        Assert.Throws<InjectedFaultException>(() => pool.GetMany(more));
        Assert.All(more, Assert.Null);
        PoolStatistics statistics = pool.GetStatistics();
        Assert.Equal(15, statistics.Retained);
        Assert.Equal(15, statistics.TotalCreated);
        Assert.Equal(0, statistics.InUse);
    }

    [Fact]
    public void ReturnMany_NullInside_ThrowsBeforeAnyIsReturned()
    {
        using var pool = new MagazinePool<TrackedItem>(new TrackedItemPolicy());
        TrackedItem[] items = [pool.Get(), null!, pool.Get()];

        Assert.Contains(
            "item at index 1 is null", Assert.Throws<ArgumentException>(() => pool.ReturnMany(items)).Message, StringComparison.Ordinal);
        Assert.Equal(2, pool.GetStatistics().InUse);
    }

    [Fact]
    public void ReturnMany_PolicyRefusesSome_DropsJustThose()
    {
        var policy = new TrackedItemPolicy();
        using var pool = new MagazinePool<TrackedItem>(policy);
        var items = new TrackedItem[100];
        pool.GetMany(items);
        for (int i = 0; i < items.Length; i++)
            items[i].Size = i;

        policy.Accept = static item => item.Size % 3 != 0;
        pool.ReturnMany(items);

        Assert.All(items, static item => Assert.Equal(item.Size % 3 == 0 ? 1 : 0, item.Disposals));
        Assert.Equal((66, 34), (pool.GetStatistics().Retained, pool.GetStatistics().TotalDropped));
    }

    [Fact]
    public void ReturnMany_PolicyThrowsForOne_DropsItAndReturnsAllOthers()
    {
        var policy = new TrackedItemPolicy { Faults = new FaultPlan(100 + 42, FaultMoment.Before) };
        using var pool = new MagazinePool<TrackedItem>(policy);
        var items = new TrackedItem[100];
        pool.GetMany(items);

        Assert.Throws<InjectedFaultException>(() => pool.ReturnMany(items));
        Assert.Equal(1, Assert.Single(items, static item => item.Disposals != 0).Disposals);
        Assert.Equal((99, 1, 0), (pool.GetStatistics().Retained, pool.GetStatistics().TotalDropped, pool.GetStatistics().InUse));
    }

    [Fact]
    public void ReturnMany_OverTheLimit_DisposesTheSurplus()
    {
        using var pool = new MagazinePool<TrackedItem>(
            new TrackedItemPolicy(), new PoolOptions { MaxRetained = 90, MaxRetainedPerThread = 10 });
        var items = new TrackedItem[1000];
        pool.GetMany(items);
        pool.ReturnMany(items);

        Assert.Equal(100, pool.GetStatistics().Retained);
        Assert.Equal(900, items.Count(static item => item.Disposals == 1));
    }
}
