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
}
