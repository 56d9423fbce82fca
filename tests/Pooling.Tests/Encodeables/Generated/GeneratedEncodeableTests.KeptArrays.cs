using Pooling.Diagnostics;
using Pooling.Objects;

namespace Pooling.Encodeables.Generated;

/// <content>Tests arrays that stay with objects: with parts, which stay with their list, and with idle objects of a
/// pool.</content>
public sealed partial class GeneratedEncodeableTests
{
    private const int MaxKept = 128; // 1 KB of eight bytes each

#if !NETFRAMEWORK
    [Theory]
    [Trait("Category", "Allocation")]
    [InlineData(1)]
    [InlineData(10)]
    [InlineData(100)]
    [InlineData(1000)]
    public void TryReturn_PartsWithArrays_AllocatesNothing(int parts)
    {
        AllocationAssert.Zero(() =>
        {
            using PooledRef<Trace> trace = Trace.Pool.Rent();
            foreach (Series series in trace.Value.Series.AddRange(parts))
            {
                series.RentLevels(4).Fill(new Level(1));
                series.RentLabels(3);
            }
        });
    }
#endif

    [Fact]
    public void Clear_PartsWithArrays_EqualNewOnesAndUseTheirArraysAgain()
    {
        var list = new EncodeableList<Series>(Series.Pool);
        var label = new SeriesLabel("before");
        Series[] parts = list.AddRange(5).ToArray();
        foreach (Series part in parts)
        {
            part.RentLevels(4).Fill(new Level(7));
            part.RentLabels(4).Fill(label);
        }

        Level[][] levels = [.. parts.Select(static part => part.Levels!)];
        SeriesLabel?[][] labels = [.. parts.Select(static part => part.Labels)];
        list.Clear();

        Assert.All(labels.SelectMany(static each => each), Assert.Null);
        foreach ((Series part, int index) in list.AddRange(5).ToArray().Select(static (part, index) => (part, index)))
        {
            Assert.Equal((null, 0, 0, 0), (part.Levels, part.Count, part.Labels.Length, part.LabelCount));
            part.RentLevels(index < 3 ? 2 : 4);
            part.RentLabels(4);
            Assert.Same(levels[index], part.Levels);
            Assert.Same(labels[index], part.Labels);
            Assert.All(part.Labels, Assert.Null);
        }

        list.Release();
    }

    [Fact]
    public void Clear_ArrayNotRentedAgain_StaysForALaterMessage()
    {
        var list = new EncodeableList<Series>(Series.Pool);
        list.Add().RentLevels(4);
        Level[] levels = list[0].Levels!;
        list.Clear();
        Assert.True(list.Add().RentLevels(0).IsEmpty);
        list.Clear();
        list.Add();
        list.Clear();
        list.Add().RentLevels(4);

        Assert.Same(levels, list[0].Levels);
        Assert.Equal(0, TimesInPool(levels));
        list.Release();
    }

    [Fact]
    public void Clear_ArrayTooShortForTheNextMessage_IsReturnedAndReplaced()
    {
        var list = new EncodeableList<Series>(Series.Pool);
        list.Add().RentLevels(16);
        Level[] small = list[0].Levels!;
        list.Clear();
        list.Add().RentLevels(100);
        Level[] larger = list[0].Levels!;
        list.Clear();

        Assert.True(larger.Length >= 100);
#if NETFRAMEWORK
        if (larger.Length > MaxKept)
            return; // its array pool returns longer arrays than requested after the first 50
#endif
        Assert.Equal((1, 0), (TimesInPool(small), TimesInPool(larger)));
        list.Add().RentLevels(1);
        Assert.Same(larger, list[0].Levels);
        list.Release();
    }

    [Theory]
    [InlineData(MaxKept, true)]
    [InlineData(MaxKept + 1, false)]
    public void Clear_ArrayOfALength_StaysUpToAKilobyte(int length, bool stays)
    {
        var list = new EncodeableList<Series>(Series.Pool);
        list.Add().RentLevels(length);
        Level[] levels = list[0].Levels!;
        list.Clear();

#if NETFRAMEWORK
        stays &= levels.Length <= MaxKept; // its array pool returns longer arrays than requested after the first 50
#endif
        Assert.Equal(stays ? 0 : 1, TimesInPool(levels));
        list.Release();
    }

    [Theory]
    [InlineData("Release")]
    [InlineData("Trim")]
    [InlineData("DetachAt")]
    [InlineData("Runs")]
    [InlineData("Dispose")]
    public void Part_LeavesItsList_TakesItsArraysToItsPool(string way)
    {
        using EncodeablePool<Trace> traces = EncodeablePool.Create(static () => new Trace());
        PooledRef<Trace> rental = traces.Rent();
        EncodeableList<Series> list = rental.Value.Series;
        list.AddRange(3);
        list[2].RentLevels(40);
        list[2].RentLabels(40)[0] = new SeriesLabel("left");
        Level[] levels = list[2].Levels!;
        SeriesLabel?[] labels = list[2].Labels;
        list.Clear();
        Assert.Equal((0, 0), (TimesInPool(levels), TimesInPool(labels)));
        switch (way)
        {
            case "Release":
                list.Release();
                break;
            case "Trim":
                Series.Pool.Store.ChangePartEpoch(); // like a trim
                list.Clear();
                break;
            case "DetachAt":
                list.AddRange(3);
                list.DetachAt(2).TryReturn();
                break;
            case "Runs":
                for (int i = 0; i < 200; i++)
                {
                    list.Add();
                    list.Clear();
                }

                break;
            case "Dispose":
                rental.TryReturn();
                traces.Dispose();
                break;
        }

        Assert.Equal((0, 0), (TimesInPool(levels), TimesInPool(labels)));
        Assert.All(labels, Assert.Null);
        using var others = PooledScope.Begin();
        Assert.Contains(levels, Enumerable.Range(0, 1000).Select(_ =>
        {
            Series series = others.Rent(Series.Pool);
            series.RentLevels(1);
            return series.Levels!;
        }));
    }

    [Fact]
    public void Clear_ArrayThatWasTakenOut_IsLeftToItsTaker()
    {
        var list = new EncodeableList<Series>(Series.Pool);
        Series part = list.Add();
        part.RentLevels(4);
        Level[] taken = part.Levels!;
        part.Levels = null;
        part.RentLevels(4); // also within the message
        Level[] second = part.Levels!;
        Assert.NotSame(taken, second);
        list.Clear();
        list.Add().RentLevels(4);
        Assert.Same(second, part.Levels);
        part.Levels = null;
        list.Clear();

        list.Add().RentLevels(4);
        Assert.NotSame(second, part.Levels);
        Assert.Equal((0, 0), (TimesInPool(taken), TimesInPool(second)));
        list.Release();
    }

    [Fact]
    public void Clear_AfterABurst_ArraysOfAllPartsCountUntilTheyAreTrimmed()
    {
        const int Burst = 3_000;
        const int KeptByTheList = 100;
        using EncodeablePool<Series> pool = EncodeablePool.Create(static () => new Series());
        var list = new EncodeableList<Series>(pool, maxKept: KeptByTheList);
        foreach (Series part in list.AddRange(Burst))
            part.RentLabels(77);

        long bytes = list.Skip(KeptByTheList).Select(static part => part.Labels.Length)
            .Where(static length => length <= MaxKept).Sum(static length => length * IntPtr.Size);
        list.Clear();
        PoolStatistics full = pool.GetStatistics();
        Assert.Equal((Burst - KeptByTheList, KeptByTheList), (full.Retained, full.RetainedParts));
        Assert.Equal(bytes, full.RetainedBytes);

        for (int i = 0; i < 200; i++)
        {
            list.AddRange(2);
            list.Clear();
        }

        Assert.Equal(2, pool.GetStatistics().RetainedParts);
        pool.Trim();
        Assert.Equal((0, 0), (pool.GetStatistics().Retained, pool.GetStatistics().RetainedBytes));
    }

    [Fact]
    public void Clear_ResetThrowsAfterAnArrayWasKept_DropsThePartWithIt()
    {
        for (int k = 0; k < 4; k++)
        {
            Fragile.CallsUntilFault = int.MaxValue;
            using EncodeablePool<FragileTable> pool = EncodeablePool.Create(static () => new FragileTable());
            var list = new EncodeableList<FragileTable>(pool);
            list.Add();
            list[0].RentEarly(50);
            list[0].RentLate(50);
            Sample[] early = list[0].Early!;
            Sample[] late = list[0].Late!;
            Fragile.CallsUntilFault = k;
            Exception? thrown = Record.Exception(list.Clear);
            Fragile.CallsUntilFault = int.MaxValue;

            Assert.Equal(k < 3, thrown is InjectedFaultException);
            (int, int) returned = CountInPool(early, late);
            Assert.Equal((0, 0), returned); // kept, or left to the collector
            Assert.Equal((0, k < 3 ? 0 : 1), (pool.GetStatistics().InUse, pool.GetStatistics().RetainedParts));
        }
    }

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
            if (levels.Length > 2 * levelCount || labels.Length > Math.Max(16, 2 * labelCount))
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
