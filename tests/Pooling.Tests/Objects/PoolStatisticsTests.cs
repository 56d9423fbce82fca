using Pooling.Diagnostics;
using Pooling.Doubles;

namespace Pooling.Objects;

public sealed class PoolStatisticsTests
{
    [Fact]
    public void Counters_AfterKnownCalls_AreExact()
    {
        var policy = new TrackedItemPolicy { Accept = static item => item.Size != 13 };
        using var pool = new MagazinePool<TrackedItem>(policy, new PoolOptions { MaxRetained = 44, MaxRetainedPerThread = 6 });
        var items = new TrackedItem[100];
        pool.GetMany(items);
        items[7].Size = 13;
        foreach (TrackedItem item in items.AsSpan(0, 90))
            pool.Return(item);

        PoolStatistics statistics = pool.GetStatistics();
        Assert.Equal(100, statistics.TotalRented);
        Assert.Equal(90, statistics.TotalReturned);
        Assert.Equal(10, statistics.InUse);
        Assert.Equal(100, statistics.TotalCreated);
        Assert.Equal(50, statistics.Retained);
        Assert.Equal(40, statistics.TotalDropped);
        Assert.Equal(0, statistics.RetainedBytes);
    }

    [Theory]
    [InlineData(0, 10)]
    [InlineData(1, 10)]
    [InlineData(9, 100)]
    [InlineData(128, 5000)]
    public void Counters_AfterRandomUseByFourThreads_AddUp(int perThread, int maximum)
    {
        var policy = new TrackedItemPolicy();
        using var pool = new MagazinePool<TrackedItem>(
            policy, new PoolOptions { MaxRetained = maximum, MaxRetainedPerThread = perThread });
        long rented = 0;
        long returned = 0;
        TestThread.RunAll(4, index =>
        {
            var random = new Random(index);
            var held = new List<TrackedItem>();
            long ownRented = 0;
            long ownReturned = 0;
            for (int i = 0; i < 3000; i++)
            {
                var many = new TrackedItem[random.Next(200)];
                switch (random.Next(4))
                {
                    case 0:
                        held.Add(pool.Get().Take());
                        ownRented++;
                        break;
                    case 1 when held.Count > 0:
                        pool.Return(held[held.Count - 1].Give());
                        held.RemoveAt(held.Count - 1);
                        ownReturned++;
                        break;
                    case 2 when held.Count < 1000:
                        pool.GetMany(many);
                        foreach (TrackedItem item in many)
                            held.Add(item.Take());

                        ownRented += many.Length;
                        break;
                    case 3:
                        TrackedItem[] back = [.. held.Take(many.Length)];
                        held.RemoveRange(0, back.Length);
                        foreach (TrackedItem item in back)
                            item.Give();

                        pool.ReturnMany(back);
                        ownReturned += back.Length;
                        if (i % 500 == 0)
                            pool.Trim();

                        break;
                }
            }

            Interlocked.Add(ref rented, ownRented);
            Interlocked.Add(ref returned, ownReturned);
        });

        PoolStatistics statistics = pool.GetStatistics();
        Assert.Equal(rented, statistics.TotalRented);
        Assert.Equal(returned, statistics.TotalReturned);
        Assert.Equal(policy.Items.Count(static item => item.IsRented), statistics.InUse);
        Assert.Equal(policy.Items.Count, statistics.TotalCreated);
        Assert.Equal(statistics.TotalCreated, statistics.Retained + statistics.InUse + statistics.TotalDropped);
        Assert.InRange(statistics.Retained, 0, maximum + 4 * perThread);
        pool.Store.AdoptOrphans();
        Assert.InRange(pool.GetStatistics().Retained, 0, maximum); // the four have ended
        TestThread.WaitFor(() => policy.Items.Count(static item => item.Disposals == 1) == pool.GetStatistics().TotalDropped,
            "disposal of dropped items");
    }
}
