using Pooling.Objects;

namespace Pooling.Encodeables.Generated;

/// <content>Tests arrays that stay with idle objects of a pool.</content>
public sealed partial class GeneratedEncodeableTests
{
#if !NETFRAMEWORK
    [Fact]
    [Trait("Category", "Allocation")]
    public void TryReturn_ThousandWithTheirOwnObjects_AllocatesNothing()
    {
        var queue = new Queue<PooledRef<SampleEnvelope>>(1_000);
        AllocationAssert.Zero(() =>
        {
            for (int i = 0; i < 1_000; i++)
            {
                PooledRef<SampleEnvelope> envelope = SampleEnvelope.Pool.Rent();
                envelope.Value.Body.RentValues(8 + i % 93);
                queue.Enqueue(envelope);
            }

            while (queue.Count > 0)
                queue.Dequeue().TryReturn();
        });
    }

    [Fact]
    [Trait("Category", "Allocation")]
    public void TryReturn_ThousandThatWaitInAQueue_AllocatesNothing()
    {
        var queue = new Queue<PooledRef<SampleBatch>>(1_000);
        AllocationAssert.Zero(() =>
        {
            for (int i = 0; i < 1_000; i++)
            {
                PooledRef<SampleBatch> batch = SampleBatch.Pool.Rent();
                batch.Value.RentValues(8 + i % 93).Fill(new BatchValue(i));
                queue.Enqueue(batch);
            }

            while (queue.Count > 0)
                queue.Dequeue().TryReturn();
        });
    }
#endif

    [Fact]
    public void TryReturn_SmallArray_StaysAndCountsUntilTheTrim()
    {
        using EncodeablePool<Series> pool = EncodeablePool.Create(static () => new Series());
        PooledRef<Series> first = pool.Rent();
        first.Value.RentLabels(4).Fill(new SeriesLabel("before"));
        SeriesLabel?[] labels = first.Value.Labels;
        Assert.Equal(0, pool.GetStatistics().RetainedBytes);
        first.TryReturn();

        Assert.All(labels, Assert.Null);
        Assert.Equal(labels.Length * IntPtr.Size, pool.GetStatistics().RetainedBytes);
        using (PooledRef<Series> second = pool.Rent())
        {
            Assert.Equal((0, 0), (second.Value.Labels.Length, pool.GetStatistics().RetainedBytes));
            second.Value.RentLabels(labels.Length);
            Assert.Same(labels, second.Value.Labels);
        }

        using (pool.Rent())
        {
        }

        Assert.Equal(labels.Length * IntPtr.Size, pool.GetStatistics().RetainedBytes); // not used, and still there
        pool.Trim();
        Assert.Equal((0, 0), (pool.GetStatistics().Retained, pool.GetStatistics().RetainedBytes));
    }

    [Fact]
    public void Dispose_ScopeWithSmallArrays_LeavesThemWithTheObjects()
    {
        using EncodeablePool<Series> pool = EncodeablePool.Create(static () => new Series());
        var arrays = new HashSet<Level[]>();
        for (int round = 0; round < 2; round++)
        {
            using PooledScope scope = PooledScope.Begin();
            for (int i = 0; i < 200; i++)
            {
                Series series = scope.Rent(pool);
                series.RentLevels(4);
                Assert.Equal(round == 0, arrays.Add(series.Levels!));
            }

            Assert.Equal(0, pool.GetStatistics().RetainedBytes);
        }

        Assert.Equal(arrays.Sum(static array => (long)array.Length * sizeof(long)), pool.GetStatistics().RetainedBytes);
    }

    [Theory]
    [InlineData(64, 64, true, true)]
    [InlineData(128, 1, true, false)]
    [InlineData(65, 64, true, false)]
    [InlineData(129, 64, false, true)]
    public void TryReturn_TwoArrays_KeepNoMoreThanAKilobyteInAll(
        int levelCount, int labelCount, bool keepsLevels, bool keepsLabels)
    {
        using EncodeablePool<Series> pool = EncodeablePool.Create(static () => new Series());
        for (int i = 0; i < 3; i++)
        {
            PooledRef<Series> rental = pool.Rent();
            rental.Value.RentLevels(levelCount);
            rental.Value.RentLabels(labelCount);
            Level[] levels = rental.Value.Levels!;
            SeriesLabel?[] labels = rental.Value.Labels;
            rental.TryReturn();

#if NETFRAMEWORK
            if (levels.Length > Math.Max(16, 2 * levelCount - 1) || labels.Length > Math.Max(16, 2 * labelCount - 1))
                return; // its array pool returns longer arrays than requested after the first 50
#endif
            Assert.InRange(pool.GetStatistics().RetainedBytes, 1, 1024);
            Assert.Equal((keepsLevels ? 0 : 1, keepsLabels ? 0 : 1), (TimesInPool(levels), TimesInPool(labels)));
        }
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void TryReturn_ToAPoolThatKeepsNothing_ReturnsTheArray(bool disposed)
    {
        EncodeablePool<Series> pool = EncodeablePool.Create(
            static () => new Series(), options: new PoolOptions { MaxRetained = disposed ? 1 : 0 });
        PooledRef<Series> rental = pool.Rent();
        rental.Value.RentLevels(4);
        Level[] levels = rental.Value.Levels!;
        if (disposed)
            pool.Dispose();

        Assert.True(rental.TryReturn());

        Assert.Equal(1, TimesInPool(levels));
        pool.Dispose();
    }

    [Fact]
    public void TryReturn_OfAClassWithABaseClass_KeepsArraysOfBothAndNoMoreInAll()
    {
        using EncodeablePool<SignedTable> pool = EncodeablePool.Create(static () => new SignedTable());
        PooledRef<SignedTable> rental = pool.Rent();
        rental.Value.RentSamples(64);
        rental.Value.RentSignature(512);
        Sample[] samples = rental.Value.Samples!;
        byte[] signature = rental.Value.Signature!;
        rental.TryReturn();
        long bytes = pool.GetStatistics().RetainedBytes;

        using PooledRef<SignedTable> again = pool.Rent();
        again.Value.RentSamples(1);
        again.Value.RentSignature(1);
        Assert.Equal((samples, signature), (again.Value.Samples, again.Value.Signature));
        Assert.Equal(64 * sizeof(long) + 512, bytes);
    }
}
