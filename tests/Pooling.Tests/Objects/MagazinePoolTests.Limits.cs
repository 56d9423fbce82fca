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
    [InlineData(16)]
    [InlineData(17)]
    [InlineData(100)]
    [InlineData(1000)]
    public void MaxRetained_FarMoreReturned_KeepsExactlyTheLimitAndThatOfTheThread(int maximum)
    {
        var policy = new TrackedItemPolicy();
        int most = maximum + Math.Min(maximum, Math.Max(16, Math.Min(128, maximum / 8)));
        using var pool = new MagazinePool<TrackedItem>(policy, new PoolOptions { MaxRetained = maximum });
        TrackedItem[] items = [.. Enumerable.Range(0, 3000).Select(_ => pool.Get())];
        foreach (TrackedItem item in items)
        {
            pool.Return(item);
            Assert.InRange(pool.GetStatistics().Retained, 0, most);
        }

        Assert.Equal(most, pool.GetStatistics().Retained);
        Assert.Equal(3000 - most, items.Count(static item => item.Disposals == 1));
        for (int i = 0; i < most; i++)
            pool.Get().Take();

        Assert.Equal(3000, policy.Items.Count);
    }

    [Theory]
    [InlineData(40, 0)]
    [InlineData(40, 1)]
    [InlineData(100, 2)]
    [InlineData(300, 17)]
    [InlineData(5000, 128)]
    [InlineData(1, 300)]
    public void MaxRetained_EightThreads_IsNeverExceededByMoreThanTheirs(int maximum, int perThread)
    {
        var policy = new TrackedItemPolicy();
        using var pool = new MagazinePool<TrackedItem>(policy, new PoolOptions { MaxRetained = maximum, MaxRetainedPerThread = perThread });
        const int threads = 8;
        using var phase = new Barrier(threads, _ =>
        {
            // All threads wait here, so items that are neither rented nor disposed are those that the pool keeps, regardless of its
            // counters. A trim after a collection of other code may be about to dispose some.
            int kept = 0;
            TestThread.WaitFor(
                () => (kept = policy.Items.Count(static item => !item.IsRented && item.Disposals == 0)) == pool.GetStatistics().Retained,
                "as many items as the pool says");
            Assert.InRange(kept, 0, maximum + threads * perThread);
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

    [Fact]
    public void MaxRetained_Zero_KeepsNothingWhateverThreadsMay()
    {
        using var pool = new MagazinePool<TrackedItem>(
            new TrackedItemPolicy(), new PoolOptions { MaxRetained = 0, MaxRetainedPerThread = 10 });
        TrackedItem item = pool.Get();
        pool.Return(item);

        Assert.Equal((1, 0), (item.Disposals, pool.GetStatistics().Retained));
        Assert.Equal(0, pool.Store.Threads.Count);
    }

    [Fact]
    public void MaxRetainedPerThread_Zero_KeepsAllInTheDepot()
    {
        using var pool = new MagazinePool<TrackedItem>(
            new TrackedItemPolicy(), new PoolOptions { MaxRetained = 10, MaxRetainedPerThread = 0 });
        RentAndReturn(pool, 30);

        Assert.Equal((0, 10), (pool.Store.Threads.Count, pool.Store.Depot.Count));
    }

    [Theory]
    [InlineData(1, 1)]
    [InlineData(15, 15)]
    [InlineData(17, 16)]
    [InlineData(135, 16)]
    [InlineData(136, 17)]
    [InlineData(1_024, 128)]
    [InlineData(100_000, 128)]
    public void MaxRetainedPerThread_Null_IsAnEighthFrom16To128ButNotMoreThanAll(int maximum, int expected)
    {
        using var pool = new MagazinePool<TrackedItem>(new TrackedItemPolicy(), new PoolOptions { MaxRetained = maximum });
        RentAndReturn(pool, 200);

        Assert.Equal(expected, pool.Store.PerThread);
        Assert.Equal(Math.Min(200, maximum + expected), pool.GetStatistics().Retained);
        Assert.InRange(pool.Store.FindOwn()!.Retained, expected / 2, expected);
    }
}
