using Pooling.Diagnostics;

namespace Pooling.Encodeables.Generated;

/// <content>Tests arrays that stay with parts, which stay with their list.</content>
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
        Series.Pool.Trim(); // other tests have left arrays with its objects
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
        Series.Pool.Trim(); // other tests have left arrays with its objects
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
        Series.Pool.Trim(); // other tests have left arrays with its objects
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
        Series.Pool.Trim(); // other tests have left arrays with its objects
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
        Series.Pool.Trim(); // other tests have left arrays with its objects
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
        Series.Pool.Trim(); // other tests have left arrays with its objects
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
}
