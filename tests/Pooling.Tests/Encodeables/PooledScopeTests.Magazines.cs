using Pooling.Diagnostics;
using Pooling.Doubles;
using Pooling.Objects;

namespace Pooling.Encodeables;

/// <content>Tests messages of many objects, which are rented and returned in whole magazines.</content>
public sealed partial class PooledScopeTests
{
    [Theory]
    [InlineData(1)]
    [InlineData(4)]
    [InlineData(5)]
    public void RentDetachAndDispose_MessagesOfRandomSizes_LoseAndAliasNothing(int magazineSize)
    {
        var random = new Random(magazineSize);
        int faults = 0;
        using EncodeablePool<TrackedEncodeable> type = EncodeablePool.Create(
            () => random.Next(50) == 0 ? throw new InjectedFaultException("Create") : new TrackedEncodeable(),
            options: new PoolOptions
            {
                MaxRetainedPerThread = 2 * magazineSize + 1,
                MaxRetained = 1000,
                TrimAfter = Timeout.InfiniteTimeSpan,
            });
        var kept = new List<PooledRef<TrackedEncodeable>>();
        for (int round = 0; round < TestRounds.Of(1000); round++)
        {
            PooledScope scope = PooledScope.Begin();
            var rented = new List<TrackedEncodeable>();
            for (int step = random.Next(4) == 0 ? random.Next(300) : random.Next(20 * magazineSize); step > 0; step--)
            {
                try
                {
                    TrackedEncodeable item = scope.Rent(type);
                    Assert.Equal((0, null), (item.Number, item.OnReset));
                    item.Number = round + 1;
                    rented.Add(item);
                }
                catch (InjectedFaultException)
                {
                }

                while (rented.Count > 0 && random.Next(8) == 0)
                {
                    int index = random.Next(3) == 0 ? rented.Count - 1 : random.Next(rented.Count);
                    kept.Add(scope.Detach(rented[index]));
                    rented.RemoveAt(index);
                }
            }

            Assert.Equal(rented.Count, rented.Distinct().Count());
            Assert.Empty(rented.Intersect(kept.Select(static rental => rental.Value)));
            int[] resets = [.. rented.Select(static item => item.Resets + 1)];
            bool fails = rented.Count > 0 && random.Next(4) == 0;
            for (int i = random.Next(4); fails && i >= 0; i--)
                rented[random.Next(rented.Count)].OnReset = static _ => throw new InjectedFaultException("Reset");

            faults += rented.Count(static item => item.OnReset is not null);
            if (fails)
                Assert.Throws<InjectedFaultException>(scope.Dispose);
            else
                scope.Dispose();

            Assert.Equal(resets, rented.Select(static item => item.Resets));
            Assert.All(rented, static item => Assert.Equal(item.OnReset is null ? 0 : 1, item.Disposals));
            Assert.Equal(kept.Count, type.GetStatistics().InUse);
            while (kept.Count > 20)
            {
                Assert.True(kept[kept.Count - 1].TryReturn());
                kept.RemoveAt(kept.Count - 1);
            }
        }

        PoolStatistics statistics = type.GetStatistics();
        Assert.True(faults > 20);
        Assert.Equal(faults, statistics.TotalDropped);
        Assert.Equal(statistics.TotalCreated, statistics.Retained + statistics.InUse + statistics.TotalDropped);
        Assert.All(kept, static rental => Assert.True(rental.TryReturn()));
    }

    [Fact]
    public void Dispose_KthResetOfManyThrows_ReturnsTheOthers()
    {
        const int Items = 300;
        foreach (int k in new[] { 0, 63, 64, 65, 127, 128, 200, 255, 256, 298, 299 })
        {
            using EncodeablePool<TrackedEncodeable> type = EncodeablePool.Create(static () => new TrackedEncodeable());
            for (int round = 0; round < 2; round++) // the second with whole magazines of the depot
            {
                PooledScope scope = PooledScope.Begin();
                TrackedEncodeable[] items = [.. Enumerable.Range(0, Items).Select(_ => scope.Rent(type))];
                items[k].OnReset = static _ => throw new InjectedFaultException("Reset");
                int[] resets = [.. items.Select(static item => item.Resets + 1)];

                Assert.Throws<InjectedFaultException>(scope.Dispose);

                Assert.Equal((0, Items - 1, round + 1),
                    (type.GetStatistics().InUse, type.GetStatistics().Retained, type.GetStatistics().TotalDropped));
                Assert.Equal(1, items[k].Disposals);
                Assert.Equal(resets, items.Select(static item => item.Resets));
            }
        }
    }

    [Fact]
    public void Dispose_OfMessagesBeyondTheLimit_StaysWithinIt()
    {
        using EncodeablePool<TrackedEncodeable> type = EncodeablePool.Create(static () => new TrackedEncodeable(),
            options: new PoolOptions { MaxRetained = 1600 });
        for (int round = 0; round < 5; round++)
        {
            using PooledScope first = PooledScope.Begin();
            using PooledScope second = PooledScope.Begin();
            for (int i = 0; i < 1000; i++)
            {
                first.Rent(type);
                second.Rent(type);
            }

            first.Dispose();
            second.Dispose();
            PoolStatistics statistics = type.GetStatistics();
            Assert.Equal(0, statistics.InUse);
            Assert.InRange(statistics.Retained, 1600, 1600 + 128);
            Assert.Equal(statistics.TotalCreated, statistics.Retained + statistics.TotalDropped);
        }
    }

    [Fact]
    public void Dispose_OfAMessageOfADisposedType_LetsAllGo()
    {
        EncodeablePool<TrackedEncodeable> type = EncodeablePool.Create(static () => new TrackedEncodeable());
        PooledScope scope = PooledScope.Begin();
        TrackedEncodeable[] items = [.. Enumerable.Range(0, 300).Select(_ => scope.Rent(type))];
        type.Dispose();

        scope.Dispose();

        Assert.All(items, static item => Assert.Equal((1, 1), (item.Resets, item.Disposals)));
    }
}
