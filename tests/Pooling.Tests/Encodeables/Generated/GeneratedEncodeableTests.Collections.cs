using Pooling.Diagnostics;

namespace Pooling.Encodeables.Generated;

/// <content>Tests collections that stay with objects as long as they are used.</content>
public sealed partial class GeneratedEncodeableTests
{
#if !NETFRAMEWORK
    [Theory]
    [Trait("Category", "Allocation")]
    [InlineData(100)]
    [InlineData(256)]
    [InlineData(257)]
    [InlineData(1_000)]
    [InlineData(10_000)]
    public void TryReturn_CollectionsOfOneSize_AllocatesNothing(int count)
    {
        using EncodeablePool<Collected> pool = Collected.CreatePool();
        AllocationAssert.Zero(() =>
        {
            using PooledRef<Collected> message = pool.Rent();
            message.Value.Fill(count);
        });

        Assert.Equal(0, pool.GetStatistics().TotalReplaced);
    }

    [Fact]
    [Trait("Category", "Allocation")]
    public void TryReturn_CollectionsThatAreLargeNowAndThen_AllocatesNothing()
    {
        using EncodeablePool<Collected> pool = Collected.CreatePool();
        AllocationAssert.Zero(() =>
        {
            for (int i = 0; i < 6; i++)
            {
                using PooledRef<Collected> message = pool.Rent();
                message.Value.Fill(i % 2 == 0 ? 5_000 : 10);
            }
        });
    }
#endif

    [Fact]
    public void TryReturn_OneHostileMessage_GivesItsRoomBackSoonAndCountsIt()
    {
        using EncodeablePool<Collected> pool = Collected.CreatePool();
        Use(pool, 20_000);
        long large = pool.GetStatistics().RetainedBytes;
        for (int i = 0; i < 8; i++)
            Use(pool, 10);

        PoolStatistics statistics = pool.GetStatistics();
        Assert.InRange(large, 4 * 20_000 * sizeof(int), 4 * 1024 * 1024);
        Assert.InRange(statistics.RetainedBytes, 1, 4 * 512 * 16);
#if NETFRAMEWORK
        const int Replaced = 3; // one kind of collection cannot give back its room there
#else
        const int Replaced = 4;
#endif
        Assert.Equal((1, Replaced), (statistics.TotalCreated, statistics.TotalReplaced));
        Use(pool, 10);
        Assert.Equal(Replaced, pool.GetStatistics().TotalReplaced);
    }

    [Fact]
    public void TryReturn_MoreThanAMegabyte_IsReplacedAtOnce()
    {
        using EncodeablePool<Collected> pool = Collected.CreatePool();
        for (int i = 0; i < 3; i++)
        {
            using (PooledRef<Collected> message = pool.Rent())
                message.Value.Settable.AddRange(Enumerable.Range(0, 140_000).Select(static value => (long)value));

            Assert.Equal((i + 1, 0), (pool.GetStatistics().TotalReplaced, pool.GetStatistics().RetainedBytes));
        }
    }

    [Fact]
    public void TryReturn_CollectionsBeyondTheLimitOfTheAttribute_CountsThem()
    {
        long before = Signal.Pool.GetStatistics().TotalReplaced;
        using (PooledRef<Signal> signal = Signal.Pool.Rent())
        {
            signal.Value.Numbers.AddRange(Enumerable.Range(0, 9));
            signal.Value.Replaceable.AddRange(Enumerable.Repeat("text", 9));
            signal.Value.Shown.Add(1);
        }

        Assert.Equal(before + 2, Signal.Pool.GetStatistics().TotalReplaced);
    }

    private static void Use(EncodeablePool<Collected> pool, int count)
    {
        using PooledRef<Collected> message = pool.Rent();
        message.Value.Fill(count);
    }
}
