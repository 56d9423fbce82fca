using Pooling.Doubles;

namespace Pooling.Objects;

public sealed partial class MagazinePoolTests
{
    [Fact]
    public void Trim_Always_LetsGoTheDepotAndTheCallersMagazines()
    {
        var policy = new TrackedItemPolicy();
        using var pool = new MagazinePool<TrackedItem>(policy);
        RentAndReturn(pool, 1000);
        pool.Trim();

        Assert.Equal(0, pool.GetStatistics().Retained);
        Assert.All(policy.Items, static item => Assert.Equal(1, item.Disposals));
    }

    [Fact]
    public void Trim_ItemsInUse_AreKeptWhenTheyComeBack()
    {
        using var pool = new MagazinePool<TrackedItem>(new TrackedItemPolicy());
        TrackedItem item = pool.Get();
        pool.Trim();
        pool.Return(item);

        Assert.Equal(0, item.Disposals);
        Assert.Same(item, pool.Get());
    }

    [Fact]
    public void Trim_OtherThread_ObeysAtItsNextAccess()
    {
        var policy = new TrackedItemPolicy();
        using var pool = new MagazinePool<TrackedItem>(
            policy, new PoolOptions { TrimAfter = Timeout.InfiniteTimeSpan });
        using var filled = new ManualResetEventSlim();
        using var trimmed = new ManualResetEventSlim();
        var thread = new Thread(() =>
        {
            RentAndReturn(pool, 20);
            filled.Set();
            trimmed.Wait();
            pool.Return(pool.Get());
        });
        thread.Start();
        filled.Wait();
        pool.Trim();
        Assert.Equal(20, pool.GetStatistics().Retained);
        trimmed.Set();
        thread.Join();

        Assert.Equal(1, pool.GetStatistics().Retained);
        Assert.Equal(21, pool.GetStatistics().TotalCreated);
        TestThread.WaitFor(() => policy.Items.Count(static item => item.Disposals == 1) == 20, "disposal of trimmed items");
    }

    [Fact]
    public void Trim_ItemDisposeThrows_LetsAllGoAndThrowsToTheCaller()
    {
        var policy = new TrackedItemPolicy();
        using var pool = new MagazinePool<TrackedItem>(policy);
        RentAndReturn(pool, 10);
        policy.Items.ElementAt(3).DisposeFault = new InjectedFaultException("Dispose");

        Assert.Throws<InjectedFaultException>(pool.Trim);
        Assert.All(policy.Items, static item => Assert.Equal(1, item.Disposals));
    }

    [Theory]
    [Trait("Category", "Gc")]
    [InlineData(10)]
    [InlineData(-1)]
    public void Gen2Collection_MemoryIsShort_LetsGoWhatWasNotNeeded(int trimAfter)
    {
        var policy = new TrackedItemPolicy();
        using var pool = new MagazinePool<TrackedItem>(
            policy,
            new PoolOptions { TrimAfter = trimAfter < 0 ? Timeout.InfiniteTimeSpan : TimeSpan.FromMinutes(trimAfter) });
        RentAndReturn(pool, 1000);
        Internal.Polyfills.MemoryLoad.Forced = true;
        try
        {
            TestThread.WaitFor(
                () =>
                {
                    Collector.Collect();
                    return pool.GetStatistics().Retained <= 2 * 64 + 1;
                },
                "trim after generation-2 collections");
        }
        finally
        {
            PlentyOfMemory.Install();
            new LibraryThreadHold().Dispose(); // after a trim that found memory short, which would trim pools of others
        }

        // The items in the thread's own magazines remain.
        Assert.InRange(pool.GetStatistics().Retained, 1, 2 * 64 + 1);
        TestThread.WaitFor(() => policy.Items.Count(static item => item.Disposals == 1) == pool.GetStatistics().TotalDropped, "disposal");
    }

    [Theory]
    [Trait("Category", "Gc")]
    [InlineData(10)]
    [InlineData(-1)]
    public void Gen2Collection_BeforeTrimAfterHasPassed_LetsNothingGo(int trimAfter)
    {
        // Another pool shows when the collections have been noticed.
        var clock = new ManualTimeProvider();
        using var heard = new MagazinePool<TrackedItem>(new TrackedItemPolicy(), timeProvider: clock);
        using var pool = new MagazinePool<TrackedItem>(
            new TrackedItemPolicy(),
            new PoolOptions { TrimAfter = trimAfter < 0 ? Timeout.InfiniteTimeSpan : TimeSpan.FromMinutes(trimAfter) });
        RentAndReturn(pool, 1000);
        for (int i = 0; i < 3; i++)
        {
            long trims = heard.Store.Trims; // first: a collection of another test may be noticed at once
            clock.Advance(TimeSpan.FromSeconds(11));
            TestThread.WaitFor(
                () =>
                {
                    Collector.Collect();
                    return heard.Store.Trims > trims;
                },
                "trim of the other pool");
        }

        Assert.Equal((0, 0), (pool.Store.Trims, pool.GetStatistics().TotalDropped));
    }

    [Fact]
    [Trait("Category", "Gc")]
    public void Gen2Collection_TrimAfterHasPassed_TrimsAPoolThatNobodyUses()
    {
        var clock = new ManualTimeProvider();
        using var pool = new MagazinePool<TrackedItem>(new TrackedItemPolicy(), timeProvider: clock);
        RentAndReturn(pool, 1000);
        TestThread.WaitFor(
            () =>
            {
                clock.Advance(TimeSpan.FromSeconds(11));
                Collector.Collect();
                return pool.GetStatistics().Retained <= 2 * 64 + 1;
            },
            "trim after generation-2 collections");
    }

    [Fact]
    public void TrimAfter_Zero_MergesRequests()
    {
        using var pool = new MagazinePool<TrackedItem>(new TrackedItemPolicy(),
            new PoolOptions { TrimAfter = TimeSpan.Zero, MaxRetainedPerThread = 3, MaxRetained = 100 });
        var time = System.Diagnostics.Stopwatch.StartNew();
        for (int i = 0; i < 20_000; i++)
            RentAndReturn(pool, 5);

        // at most one in each millisecond that has begun, of 100,000 slow paths
        Assert.InRange(pool.Store.Trims, 0, (long)time.Elapsed.TotalMilliseconds + 2);
    }

    [Fact]
    public void TrimAfter_Elapsed_LetsGoWhatWasNotNeededAtTheNextExchange()
    {
        var clock = new ManualTimeProvider();
        var policy = new TrackedItemPolicy();
        using var pool = new MagazinePool<TrackedItem>(policy, new PoolOptions { MaxRetainedPerThread = 17 }, timeProvider: clock);
        RentAndReturn(pool, 1000);
        clock.Advance(TimeSpan.FromSeconds(11));
        RentAndReturn(pool, 100); // exchanges: posts a trim that only starts a new interval, because all items were needed in the first
        TestThread.WaitFor(
            () =>
            {
                clock.Advance(TimeSpan.FromSeconds(11));
                RentAndReturn(pool, 100);
                return pool.GetStatistics().TotalDropped > 0;
            },
            "trim by time");

        // The working set of 100 stays: renting it again creates nothing.
        long created = pool.GetStatistics().TotalCreated;
        RentAndReturn(pool, 100);
        Assert.Equal(created, pool.GetStatistics().TotalCreated);
        Assert.InRange(pool.GetStatistics().Retained, 100, 999);
    }

    [Fact]
    public void TrimAfter_NotElapsed_LetsNothingGo() => AssertNothingIsLetGo(TimeSpan.FromSeconds(10), TimeSpan.FromMilliseconds(450));

    [Fact]
    public void TrimAfter_Infinite_NeverTrimsByTime() => AssertNothingIsLetGo(Timeout.InfiniteTimeSpan, TimeSpan.FromDays(1));

    [Fact]
    public void TimeProvider_ThrowsAtAnyReading_LeavesThePoolBalanced()
    {
        int thread = Environment.CurrentManagedThreadId; // that of the library may read it, too, after a collection
        int faults = 1;
        int k = 0;
        for (; faults == 1; k++)
        {
            var clock = new ManualTimeProvider();
            var policy = new TrackedItemPolicy();
            var pool = new MagazinePool<TrackedItem>(
                policy, new PoolOptions { MaxRetainedPerThread = 5, MaxRetained = 20 }, timeProvider: clock);
            int readings = 0;
            faults = 0;
            clock.OnRead = () =>
            {
                if (Environment.CurrentManagedThreadId == thread && ++readings == k + 1)
                    throw new InjectedFaultException("TimeProvider");
            };
            var held = new List<TrackedItem>();
            for (int i = 0; i < 60; i++)
            {
                try
                {
                    if (i < 30)
                        held.Add(pool.Get().Take());
                    else if (held.Count > 0)
                        ReturnLast(pool, held);
                }
                catch (InjectedFaultException)
                {
                    faults++;
                }
            }

            AssertAllReturned(pool, policy);
            clock.OnRead = static () => { };
            while (held.Count > 0)
                ReturnLast(pool, held);

            pool.Dispose();
            Assert.All(policy.Items, static item => Assert.Equal(1, item.Disposals));
        }

        Assert.InRange(k, 10, 80); // readings
    }

    [Fact]
    public void TimeProvider_CallsThePool_IsServed()
    {
        var clock = new ManualTimeProvider();
        var policy = new TrackedItemPolicy();
        using var pool = new MagazinePool<TrackedItem>(
            policy, new PoolOptions { MaxRetainedPerThread = 5, MaxRetained = 30 }, timeProvider: clock);
        int thread = Environment.CurrentManagedThreadId; // that of the library may read it, too, after a collection
        int depth = 0;
        clock.OnRead = () =>
        {
            if (depth > 0 || Environment.CurrentManagedThreadId != thread)
                return;

            depth++;
            TrackedItem[] nested = [pool.Get().Take(), pool.Get().Take(), pool.Get().Take()];
            foreach (TrackedItem item in nested)
                pool.Return(item.Give());

            depth--;
        };
        for (int round = 0; round < 5; round++)
            RentAndReturn(pool, 20);

        AssertAllReturned(pool, policy);
    }

    private static void ReturnLast(MagazinePool<TrackedItem> pool, List<TrackedItem> held)
    {
        TrackedItem item = held[held.Count - 1];
        held.RemoveAt(held.Count - 1);
        pool.Return(item.Give());
    }

    private static void AssertNothingIsLetGo(TimeSpan trimAfter, TimeSpan step)
    {
        // A generation-2 collection of other code trims as well, but a trim by time would occur in every attempt.
        for (int attempt = 0; ; attempt++)
        {
            var clock = new ManualTimeProvider();
            using var pool = new MagazinePool<TrackedItem>(
                new TrackedItemPolicy(),
                new PoolOptions { TrimAfter = trimAfter, MaxRetainedPerThread = 17 }, timeProvider: clock);
            for (int i = 0; i < 20; i++)
            {
                RentAndReturn(pool, i == 0 ? 1000 : 200);
                clock.Advance(step);
            }

            Thread.Sleep(50);
            if (pool.GetStatistics().TotalDropped == 0)
                return;

            Assert.InRange(attempt, 0, 10);
        }
    }

    private static void RentAndReturn(MagazinePool<TrackedItem> pool, int count)
    {
        TrackedItem[] items = [.. Enumerable.Range(0, count).Select(_ => pool.Get().Take())];
        foreach (TrackedItem item in items)
            pool.Return(item.Give());
    }
}
