using Pooling.Diagnostics;
using Pooling.Objects;

namespace Pooling.Encodeables;

/// <content>Tests the number of kept parts.</content>
public sealed partial class EncodeableListTests
{
    private const int Run = 64;

    [Theory]
    [InlineData(0, 10)]
    [InlineData(1, 10)]
    [InlineData(9, 10)]
    [InlineData(10, 10)]
    [InlineData(11, 10)]
    public void Clear_UsedMoreThanMaxKept_GivesTheRestBack(int maxKept, int used)
    {
        var list = new EncodeableList<ListNode>(_parts, maxKept);
        ListNode[] parts = list.AddRange(used).ToArray();
        int kept = Math.Min(maxKept, used);
        list.Clear();

        Assert.Equal((maxKept, kept, 0, used - kept),
            (list.MaxKept, _parts.GetStatistics().RetainedParts, _parts.GetStatistics().InUse, _parts.GetStatistics().Retained));
        Assert.All(parts, static part => Assert.Equal(1, part.Resets));
        Assert.Equal(parts.Take(kept), list.AddRange(kept).ToArray());
    }

    [Fact]
    public void Clear_OneLargeMessageThenSmallOnes_GivesBackWhatTwoRunsDidNotNeed()
    {
        const int Large = 40_000;
        using EncodeablePool<ListNode> pool = EncodeablePool.Create(static () => new ListNode(),
            options: new PoolOptions { MaxRetained = 50_000 });
        var list = new EncodeableList<ListNode>(pool, maxKept: Large);
        list.AddRange(Large);
        list.Clear();
        Assert.Equal(Large, pool.GetStatistics().RetainedParts);
        for (int i = 0; i < 3 * Run; i++)
        {
            list.AddRange(10);
            list.Clear();
        }

        Assert.Equal((10, 0), (pool.GetStatistics().RetainedParts, pool.GetStatistics().InUse));
        Assert.True(list.EnsureCapacity(0) < 100, "The room for the large message was kept.");
        pool.Trim();
        Assert.Equal((10, 0), (pool.GetStatistics().RetainedParts, pool.GetStatistics().Retained));
    }

    [Fact]
    public void Clear_MessagesOfManySizes_GivesNothingBack()
    {
        var random = new Random(1);
        for (int i = 0; i < 10 * Run; i++)
        {
            _list.AddRange(i % 50 == 0 ? 100 : random.Next(100));
            _list.Clear();
        }

        Assert.Equal((100, 100), (_parts.GetStatistics().TotalRented, _parts.GetStatistics().RetainedParts));
    }

    [Fact]
    public void Trim_OfThePool_MakesAllListsFall()
    {
        EncodeableList<ListNode>[] lists = [new(_parts), new(_parts), new(_parts)];
        foreach (EncodeableList<ListNode> list in lists)
        {
            list.AddRange(100);
            list.Clear();
        }

        Assert.Equal(300, _parts.GetStatistics().RetainedParts);
        _parts.Trim();
        foreach (EncodeableList<ListNode> list in lists)
        {
            list.AddRange(5);
            list.Clear();
        }

        Assert.Equal(15, _parts.GetStatistics().RetainedParts);
    }

    [Fact]
    public void Trim_WhenDue_ComesWithTheMessagesAlone()
    {
        var clock = new Doubles.ManualTimeProvider();
        using EncodeablePool<ListNode> pool = EncodeablePool.Create(static () => new ListNode(), timeProvider: clock);
        var list = new EncodeableList<ListNode>(pool);
        list.AddRange(10);
        list.Clear();
        long before = pool.Store.Trims; // first: a collection of another test may trim at once
        clock.Advance(TimeSpan.FromMinutes(1));
        for (int i = 0; i < 2 * Run; i++)
        {
            list.AddRange(10);
            list.Clear();
        }

        Doubles.TestThread.WaitFor(() => pool.Store.Trims > before, "the trim");
        Assert.Equal(10, pool.GetStatistics().TotalRented);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(20)]
    public void Clear_ManyLists_KeepNoMoreThanThePoolMay(int maxRetained)
    {
        using EncodeablePool<ListNode> pool = EncodeablePool.Create(static () => new ListNode(),
            options: new PoolOptions { MaxRetained = maxRetained });
        EncodeableList<ListNode>[] lists = [new(pool), new(pool), new(pool)];
        for (int i = 0; i < 3; i++)
        {
            foreach (EncodeableList<ListNode> list in lists)
                list.AddRange(15);

            foreach (EncodeableList<ListNode> list in lists)
            {
                list.Clear();
                PoolStatistics statistics = pool.GetStatistics();
                Assert.InRange(
                    statistics.Retained + statistics.RetainedParts, 0, maxRetained + Math.Min(maxRetained, 16));
                Assert.InRange(statistics.RetainedParts, 0, maxRetained);
            }

            Assert.Equal(0, pool.GetStatistics().InUse);
        }

        Assert.True(maxRetained < 20 || pool.GetStatistics().RetainedParts > 0, "No part was kept.");
        AssertAllReturned(pool);
    }

    [Fact]
    public void Clear_KeepsPartsOff_KeepsNothing()
    {
        _list.AddRange(10);
        _list.Clear();
        _parts.KeepsParts = false;
        _list.Clear();
        Assert.Equal((0, 10), (_parts.GetStatistics().RetainedParts, _parts.GetStatistics().Retained));
        _list.AddRange(10);
        Assert.Equal(10, _parts.GetStatistics().InUse);
        _list.Clear();
        Assert.Equal((0, 0), (_parts.GetStatistics().RetainedParts, _parts.GetStatistics().InUse));
        _parts.KeepsParts = true;
        _list.AddRange(10);
        _list.Clear();
        Assert.Equal(10, _parts.GetStatistics().RetainedParts);
    }

    [Fact]
    public void Dispose_OfThePoolOfParts_ListsLetThemGo()
    {
        ListNode[] parts = _list.AddRange(10).ToArray();
        _parts.Dispose();
        _list.Clear();

        Assert.All(parts, static part => Assert.Equal((1, 1), (part.Resets, part.Disposals)));
        Assert.Equal((0, 0), (_parts.GetStatistics().RetainedParts, _parts.GetStatistics().InUse));
        AssertAllReturned(_parts);
    }

    [Fact]
    public void Dispose_OfThePoolOfMessages_GivesKeptPartsBack()
    {
        PooledRef<ListNode> rental = _messages.Rent();
        rental.Value.Parts!.AddRange(10);
        rental.TryReturn();
        _messages.Dispose();

        Assert.Equal((0, 0, 10),
            (_parts.GetStatistics().RetainedParts, _parts.GetStatistics().InUse, _parts.GetStatistics().Retained));
    }

    [Fact]
    public void TryReturn_ToADisposedPoolOfMessages_GivesPartsBackReset()
    {
        PooledRef<ListNode> rental = _messages.Rent();
        rental.Value.Parts!.AddRange(10)[3].Number = 5;
        _messages.Dispose();
        rental.TryReturn();

        Assert.Equal((0, 10), (_parts.GetStatistics().RetainedParts, _parts.GetStatistics().Retained));
        for (int i = 0; i < 10; i++)
            Assert.Equal(0, _parts.RentUnchecked().Number);
    }

    [Fact]
    public void Trim_OfThePoolOfMessages_GivesKeptPartsBack()
    {
        PooledRef<ListNode> rental = _messages.Rent();
        rental.Value.Parts!.AddRange(10);
        rental.TryReturn();
        _messages.Trim();

        Assert.Equal((0, 10), (_parts.GetStatistics().RetainedParts, _parts.GetStatistics().Retained));
    }

#if !NETFRAMEWORK
    [Fact]
    public void Collect_OfAListThatNobodyRefersTo_GivesItsChargeBack()
    {
        Doubles.TestThread.Run(() => new EncodeableList<ListNode>(_parts).AddRange(10));
        Doubles.TestThread.WaitFor(
            () =>
            {
                GC.Collect();
                GC.WaitForPendingFinalizers();
                return _parts.GetStatistics().RetainedParts == 0;
            },
            "the finalizer");
        Assert.Equal((0, 10), (_parts.GetStatistics().InUse, _parts.GetStatistics().TotalDropped));
        AssertAllReturned(_parts);
    }

    [Fact]
    [Trait("Category", "Gc")]
    public void Collect_OfAListThatNobodyRefersTo_LeavesRoomForReturnedItems()
    {
        using EncodeablePool<ListNode> pool = EncodeablePool.Create(static () => new ListNode(), options:
            new PoolOptions { MaxRetained = 10, MaxRetainedPerThread = 0, TrimAfter = Timeout.InfiniteTimeSpan });
        WeakReference? list = null;
        Doubles.TestThread.Run(() => list = FillAndForget(pool));
        Doubles.Collector.WaitForDeath(list!);
        Doubles.Collector.Collect(); // its finalizers have run
        for (int i = 0; i < 2; i++)
        {
            PooledRef<ListNode>[] rentals = [.. Enumerable.Range(0, 5).Select(_ => pool.Rent())];
            foreach (PooledRef<ListNode> rental in rentals)
                rental.Dispose();
        }

        Assert.Equal((10 + 5, 0), (pool.GetStatistics().TotalCreated, pool.GetStatistics().CreatedAboveMax));
        AssertAllReturned(pool);
    }

    [System.Runtime.CompilerServices.MethodImpl(System.Runtime.CompilerServices.MethodImplOptions.NoInlining)]
    private static WeakReference FillAndForget(EncodeablePool<ListNode> pool)
    {
        var list = new EncodeableList<ListNode>(pool);
        list.AddRange(10);
        return new WeakReference(list);
    }
#endif

    private static void AssertAllReturned(EncodeablePool pool)
    {
        PoolStatistics statistics = pool.GetStatistics();
        Assert.Equal(statistics.TotalCreated,
            statistics.Retained + statistics.RetainedParts + statistics.InUse + statistics.TotalDropped);
    }
}
