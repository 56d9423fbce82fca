using Pooling.Doubles;

namespace Pooling.Objects;

public sealed partial class MagazinePoolTests
{
    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(7)]
    [InlineData(8)]
    [InlineData(9)]
    [InlineData(100)]
    [InlineData(1000)]
    public void MaxRetained_FarMoreReturned_KeepsExactlyTheLimit(int maximum)
    {
        var policy = new TrackedItemPolicy();
        using var pool = new MagazinePool<TrackedItem>(policy, new PoolOptions { MaxRetained = maximum });
        TrackedItem[] items = [.. Enumerable.Range(0, 3000).Select(_ => pool.Get())];
        foreach (TrackedItem item in items)
        {
            pool.Return(item);
            Assert.InRange(pool.GetStatistics().Retained, 0, maximum);
        }

        Assert.Equal(maximum, pool.GetStatistics().Retained);
        Assert.Equal(3000 - maximum, items.Count(static item => item.Disposals == 1));
        for (int i = 0; i < maximum; i++)
            pool.Get().Take();

        Assert.Equal(3000, policy.Items.Count);
    }

    [Theory]
    [InlineData(40, 1)]
    [InlineData(100, 8)]
    [InlineData(300, 64)]
    [InlineData(5000, 64)]
    public void MaxRetained_EightThreads_IsNeverExceeded(int maximum, int magazineSize)
    {
        var policy = new TrackedItemPolicy();
        using var pool = new MagazinePool<TrackedItem>(policy, new PoolOptions { MaxRetained = maximum, MagazineSize = magazineSize });
        const int threads = 8;
        using var phase = new Barrier(threads, _ =>
        {
            // All threads wait here: what is neither rented nor disposed is what the pool keeps, whatever its own counters say.
            // A trim after somebody's collection may be about to dispose some.
            int kept = 0;
            TestThread.WaitFor(
                () => (kept = policy.Items.Count(static item => !item.IsRented && item.Disposals == 0)) == pool.GetStatistics().Retained,
                "as many items as the pool says");
            Assert.InRange(kept, 0, maximum);
        });

        TestThread.RunAll(threads, index =>
        {
            var random = new Random(index);
            for (int round = 0; round < 12; round++)
            {
                TrackedItem[] held = [.. Enumerable.Range(0, random.Next(300)).Select(_ => pool.Get().Take())];
                phase.SignalAndWait();
                foreach (TrackedItem item in held)
                    pool.Return(item.Give());

                phase.SignalAndWait();
            }
        });
    }

    [Theory]
    [InlineData(10_000, 1)]
    [InlineData(10_000, 4)]
    [InlineData(1_000_000, 4)]
    public void MaxRetainedBytes_EightThreads_IsNeverExceeded(long maximum, int magazineSize)
    {
        var policy = new TrackedItemPolicy();
        using var pool = new MagazinePool<TrackedItem>(policy, new PoolOptions<TrackedItem>
        {
            MagazineSize = magazineSize,
            MaxRetainedBytes = maximum,
            SizeOf = static item => item.Size,
        });
        const int threads = 8;
        using var phase = new Barrier(threads, _ =>
        {
            long kept = 0;
            TestThread.WaitFor(
                () =>
                    (kept = policy.Items.Where(static item => !item.IsRented && item.Disposals == 0).Sum(static item => item.Size))
                        == pool.GetStatistics().RetainedBytes,
                "as many bytes as the pool says");
            Assert.InRange(kept, 0, maximum);
        });

        TestThread.RunAll(threads, index =>
        {
            var random = new Random(index);
            for (int round = 0; round < 12; round++)
            {
                TrackedItem[] held = [.. Enumerable.Range(0, random.Next(100)).Select(_ => pool.Get().Take())];
                phase.SignalAndWait();
                foreach (TrackedItem item in held)
                {
                    item.Size = random.Next(4) == 0 ? random.Next(20_000) : random.Next(200);
                    pool.Return(item.Give());
                }

                phase.SignalAndWait();
            }
        });
    }

    [Fact]
    public void MaxRetainedBytes_ItemLargerThanTheLimit_IsDropped()
    {
        using MagazinePool<TrackedItem> pool = PoolOfBytes(1000);
        TrackedItem item = pool.Get();
        item.Size = 1001;
        pool.Return(item);

        Assert.Equal(1, item.Disposals);
        Assert.Equal(0, pool.GetStatistics().Retained);
    }

    [Fact]
    public void MaxRetainedBytes_ItemOfNineTenthsOfTheLimit_IsKept()
    {
        using MagazinePool<TrackedItem> pool = PoolOfBytes(1000);
        TrackedItem item = pool.Get();
        item.Size = 900;
        pool.Return(item);

        Assert.Equal(900, pool.GetStatistics().RetainedBytes);
        Assert.Same(item, pool.Get());
    }

    [Fact]
    public void SizeOf_Negative_DropsTheItem()
    {
        using MagazinePool<TrackedItem> pool = PoolOfBytes(1000);
        TrackedItem item = pool.Get();
        item.Size = -1;
        pool.Return(item);

        Assert.Equal(1, item.Disposals);
        Assert.Equal((0, 1), (pool.GetStatistics().InUse, pool.GetStatistics().TotalDropped));
    }

    [Fact]
    public void SizeOf_Huge_DoesNotOverflow()
    {
        using MagazinePool<TrackedItem> pool = PoolOfBytes(long.MaxValue);
        TrackedItem[] items = [pool.Get(), pool.Get(), pool.Get()];
        foreach (TrackedItem item in items)
        {
            item.Size = long.MaxValue / 2 + 1;
            pool.Return(item);
        }

        Assert.InRange(pool.GetStatistics().Retained, 0, 1);
        Assert.InRange(pool.GetStatistics().RetainedBytes, 0, long.MaxValue);
    }

    [Fact]
    public void SizeOf_Throws_DropsTheItemAndTellsTheCaller()
    {
        using var pool = new MagazinePool<TrackedItem>(new TrackedItemPolicy(), new PoolOptions<TrackedItem>
        {
            MaxRetainedBytes = 1000,
            SizeOf = static _ => throw new InjectedFaultException("SizeOf"),
        });
        TrackedItem item = pool.Get();

        Assert.Throws<InjectedFaultException>(() => pool.Return(item));
        Assert.Equal(1, item.Disposals);
        Assert.Equal((0, 1), (pool.GetStatistics().InUse, pool.GetStatistics().TotalDropped));
    }

    private static MagazinePool<TrackedItem> PoolOfBytes(long maximum) => new(new TrackedItemPolicy(), new PoolOptions<TrackedItem>
    {
        MaxRetainedBytes = maximum,
        SizeOf = static item => item.Size,
    });
}
