#if !NETFRAMEWORK
using Pooling.Doubles;

namespace Pooling.Objects;

public sealed partial class MagazinePoolTests
{
    [Theory]
    [Trait("Category", "Allocation")]
    [InlineData(1)]
    [InlineData(100)]
    [InlineData(1000)]
    public void GetAndReturn_SteadyState_AllocatesNothing(int held)
    {
        using var pool = new MagazinePool<TrackedItem>(new TrackedItemPolicy());
        var items = new TrackedItem[held];

        AllocationAssert.Zero(() =>
        {
            for (int i = 0; i < items.Length; i++)
                items[i] = pool.Get();

            foreach (TrackedItem item in items)
                pool.Return(item);
        });
    }

    [Fact]
    [Trait("Category", "Allocation")]
    public void GetAndReturn_WhenATrimIsDue_AllocatesNothing()
    {
        var clock = new ManualTimeProvider();
        using var pool = new MagazinePool<TrackedItem>(
            new TrackedItemPolicy(), new PoolOptions { MaxRetainedPerThread = 17 }, timeProvider: clock);
        var items = new TrackedItem[100];
        MagazineStore store = pool.Store;
        long trims = 0;

        // Asks again and again: a trim that still runs for another's collection is no reason to begin one.
        Func<bool> hasTrimmed = () =>
        {
            pool.GetMany(items);
            pool.ReturnMany(items);
            return store.Trims != trims;
        };

        Action trim = () =>
        {
            // All items are needed once in each interval. A collection of other code may trim first, which is then the
            // trim of the interval. A request that comes at the end of the last trim has joined that one: then the next
            // interval has one.
            for (int attempt = 0; ; attempt++)
            {
                pool.GetMany(items);
                pool.ReturnMany(items);
                trims = store.Trims;
                clock.Advance(TimeSpan.FromSeconds(11));
                if (SpinWait.SpinUntil(hasTrimmed, TimeSpan.FromSeconds(1)))
                    return;

                if (attempt == 60)
                    throw new TimeoutException("The trim did not come.");
            }
        };

        // Few calls in a row, and again later, because a trim is a work item, and a thread pool with too few threads creates one for each.
        AllocationAssert.Measure(trim, 100, warmUpCalls: 0);
        long allocated = AllocationAssert.Measure(trim, 50, warmUpCalls: 0);
        for (int attempt = 0; attempt < 30 && allocated > 0; attempt++)
        {
            Thread.Sleep(100);
            allocated = AllocationAssert.Measure(trim, 50, warmUpCalls: 0);
        }

        Assert.Equal(0, allocated);
        Assert.Equal(items.Length, pool.GetStatistics().TotalCreated);
    }

    [Fact]
    [Trait("Category", "Allocation")]
    public void GetManyAndReturnMany_SteadyState_AllocatesNothing()
    {
        using var pool = new MagazinePool<TrackedItem>(new TrackedItemPolicy());
        var items = new TrackedItem[1000];

        AllocationAssert.Zero(() =>
        {
            pool.GetMany(items);
            pool.ReturnMany(items);
        });
    }

    [Theory]
    [Trait("Category", "Allocation")]
    [InlineData(1)]
    [InlineData(3)]
    public void GetAndReturn_WithLittleOrNoCredit_AllocatesNothing(int maximum)
    {
        using var pool = new MagazinePool<TrackedItem>(new TrackedItemPolicy(), new PoolOptions { MaxRetained = maximum });
        var items = new TrackedItem[maximum];

        AllocationAssert.Zero(() =>
        {
            for (int i = 0; i < items.Length; i++)
                items[i] = pool.Get();

            foreach (TrackedItem item in items)
                pool.Return(item);
        });
    }

    [Fact]
    [Trait("Category", "Allocation")]
    public void GetStatistics_Always_AllocatesNothing()
    {
        using var pool = new MagazinePool<TrackedItem>(new TrackedItemPolicy());
        pool.Return(pool.Get());

        AllocationAssert.Zero(() => pool.GetStatistics());
    }
}
#endif
