using Pooling.Doubles;

namespace Pooling.Objects;

public sealed partial class MagazinePoolTests
{
    [Fact]
    public void Dispose_RetainedItems_AreDisposedOnce()
    {
        var policy = new TrackedItemPolicy();
        var pool = new MagazinePool<TrackedItem>(policy);
        RentAndReturn(pool, 500);
        pool.Dispose();
        pool.Dispose();

        Assert.All(policy.Items, static item => Assert.Equal(1, item.Disposals));
    }

    [Fact]
    public void Get_AfterDispose_ThrowsWithTheNameOfThePool()
    {
        var pool = new MagazinePool<TrackedItem>(new TrackedItemPolicy(), new PoolOptions { Name = "sessions" });
        RentAndReturn(pool, 10);
        pool.Dispose();

        Assert.Equal("sessions", Assert.Throws<ObjectDisposedException>(() => pool.Get()).ObjectName);
        Assert.Throws<ObjectDisposedException>(() => pool.GetMany(new TrackedItem[3]));
    }

    [Fact]
    public void Return_AfterDispose_DisposesTheItem()
    {
        var pool = new MagazinePool<TrackedItem>(new TrackedItemPolicy());
        TrackedItem[] items = [pool.Get(), pool.Get(), pool.Get()];
        pool.Dispose();
        pool.Return(items[0]);
        pool.ReturnMany(items.AsSpan(1));

        Assert.All(items, static item => Assert.Equal(1, item.Disposals));
        Assert.Equal((0, 0), (pool.GetStatistics().Retained, pool.GetStatistics().InUse));
    }

    [Fact]
    public void Trim_AfterDispose_DoesNothing()
    {
        var pool = new MagazinePool<TrackedItem>(new TrackedItemPolicy());
        pool.Dispose();
        pool.Trim();

        Assert.Equal(default, pool.GetStatistics());
    }

    [Fact]
    public void Dispose_ItemDisposeThrows_LetsAllGoAndThrowsToTheCaller()
    {
        var policy = new TrackedItemPolicy();
        var pool = new MagazinePool<TrackedItem>(policy);
        RentAndReturn(pool, 300);
        policy.Items.ElementAt(3).DisposeFault = new InjectedFaultException("Dispose");

        Assert.Throws<InjectedFaultException>(pool.Dispose);
        Assert.All(policy.Items, static item => Assert.Equal(1, item.Disposals));
    }

    [Fact]
    public void Dispose_OtherThreadHoldsMagazines_ItGivesThemUpAtItsNextAccessToAnyNewPool()
    {
        var policy = new TrackedItemPolicy();
        var pool = new MagazinePool<TrackedItem>(policy);
        using var filled = new ManualResetEventSlim();
        using var disposed = new ManualResetEventSlim();
        var thread = new Thread(() =>
        {
            RentAndReturn(pool, 20);
            filled.Set();
            disposed.Wait();
            using MagazinePool<TrackedItem> other = MagazinePool.Create<TrackedItem>();
            other.Return(other.Get());
        });
        thread.Start();
        filled.Wait();
        pool.Dispose();
        disposed.Set();
        thread.Join();

        TestThread.WaitFor(() => policy.Items.All(static item => item.Disposals == 1), "disposal of the other thread's items");
        Assert.Equal(0, pool.GetStatistics().Retained);
    }

    [Fact]
    public void Dispose_OtherThreadIsBusyWithAnotherPool_ItGivesUpAllAtItsNextAccess()
    {
        // The thread never leaves the fast path of the other pool by itself, because it only rents and returns one item.
        var policy = new TrackedItemPolicy();
        MagazinePool<TrackedItem>[] pools = [.. Enumerable.Range(0, 100).Select(_ => new MagazinePool<TrackedItem>(policy))];
        using MagazinePool<TrackedItem> other = MagazinePool.Create<TrackedItem>();
        using var filled = new ManualResetEventSlim();
        using var disposed = new ManualResetEventSlim();
        using var seen = new ManualResetEventSlim();
        using var end = new ManualResetEventSlim();
        var thread = new Thread(() =>
        {
            other.Return(other.Get());
            foreach (MagazinePool<TrackedItem> pool in pools)
                pool.Return(pool.Get());

            other.Return(other.Get());
            filled.Set();
            disposed.Wait();
            other.Return(other.Get());
            seen.Set();
            end.Wait();
        });
        thread.Start();
        filled.Wait();
        foreach (MagazinePool<TrackedItem> pool in pools)
            pool.Dispose();

        Assert.All(policy.Items, static item => Assert.Equal(0, item.Disposals));
        disposed.Set();
        seen.Wait();
        Assert.All(pools, static pool => Assert.Equal(0, pool.GetStatistics().Retained));
        TestThread.WaitFor(() => policy.Items.All(static item => item.Disposals == 1), "disposal of the other thread's items");
        end.Set();
        thread.Join();
    }

    [Fact]
    public void Dispose_WhileAnotherThreadIsBusyWithAnotherPool_IsNeverOverlooked()
    {
        // Eventually, the disposal occurs at each step of the other thread's slow path. The wake-up must not be overwritten by the key that
        // it writes.
        using MagazinePool<TrackedItem> other = MagazinePool.Create<TrackedItem>();
        int lost = 0;
        for (int round = 0; round < 300; round++)
        {
            var pool = new MagazinePool<TrackedItem>(new TrackedItemPolicy());
            bool filled = false;
            bool disposed = false;
            TestThread.RunAll(2, index =>
            {
                if (index == 0)
                {
                    SpinWait.SpinUntil(() => Volatile.Read(ref filled));
                    pool.Dispose();
                    Volatile.Write(ref disposed, true);
                    return;
                }

                other.Return(other.Get());
                pool.Return(pool.Get());
                Volatile.Write(ref filled, true);
                while (!Volatile.Read(ref disposed))
                {
                    other.Return(other.Get());
                    if (round % 2 == 0)
                        other.Store.TrimIdle(); // causes the slow path at that moment, too
                }

                other.Return(other.Get());
                if (pool.GetStatistics().Retained > 0)
                    Interlocked.Increment(ref lost);
            });
        }

        Assert.Equal(0, lost);
    }

    [Fact]
    [Trait("Category", "Gc")]
    public void Dispose_ThousandsOfPoolsWhileASilentThreadHoldsTheirItems_CostsNoMemoryForEach()
    {
        const int count = 5_000;
        var pools = new MagazinePool<TrackedItem>[count];
        for (int i = 0; i < count; i++)
            pools[i] = MagazinePool.Create<TrackedItem>();

        TestThread.RunAll(2, index =>
        {
            // Both threads hold items of all pools. The second one disposes them, and uses another pool in between, so that it examines its
            // own table.
            foreach (MagazinePool<TrackedItem> pool in pools)
                pool.Return(pool.Get());

            if (index == 0)
            {
                TestThread.WaitFor(() => Volatile.Read(ref pools[count - 1]) is null, "disposal of all");
                return;
            }

            using MagazinePool<TrackedItem> other = MagazinePool.Create<TrackedItem>();
            TestThread.WaitFor(() => pools.All(static pool => pool.GetStatistics().TotalRented == 2), "the other thread");
            long before = AllocatedSoFar();
            for (int i = 0; i < count; i++)
            {
                pools[i].Dispose();
                other.GetMany(new TrackedItem[3]);
                other.Trim();
            }

            Assert.InRange(AllocatedSoFar() - before, 0, count * 2_000L);
            Volatile.Write(ref pools[count - 1], null!);
        });
    }

    [Fact]
    [Trait("Category", "Gc")]
    public void Dispose_WhileOthersRentAndReturn_DisposesEachItemExactlyOnce()
    {
        for (int round = 0; round < TestRounds.Of(60); round++)
        {
            var policy = new TrackedItemPolicy();
            var pool = new MagazinePool<TrackedItem>(policy, new PoolOptions { MaxRetainedPerThread = 5, MaxRetained = 100 });
            TestThread.RunAll(4, index =>
            {
                var random = new Random(round * 4 + index);
                var held = new Stack<TrackedItem>();
                try
                {
                    for (int i = 0; i < 300; i++)
                    {
                        if (index == 0 && i == 150)
                            pool.Dispose();

                        if (held.Count == 0 || (held.Count < 10 && random.Next(2) == 0))
                            held.Push(pool.Get().Take());
                        else
                            pool.Return(held.Pop().Give());
                    }
                }
                catch (ObjectDisposedException)
                {
                    // From here on, only returns are possible.
                }

                while (held.Count > 0)
                    pool.Return(held.Pop().Give());
            });

            // The threads have ended. Some released their items themselves; the items of the others are adopted once the collector finds
            // them dead.
            TestThread.WaitFor(
                () =>
                {
                    bool all = policy.Items.All(static item => item.Disposals == 1);
                    if (!all)
                        Collector.Collect();

                    return all;
                },
                "disposal of every item");
            Assert.Equal(0, pool.GetStatistics().Retained);
            Assert.Equal(0, pool.GetStatistics().InUse);
        }
    }

    [Fact]
    public void GetMany_WhileThePoolIsDisposed_LosesNoItem()
    {
        for (int round = 0; round < TestRounds.Of(40); round++)
        {
            var policy = new TrackedItemPolicy();
            var pool = new MagazinePool<TrackedItem>(policy);
            RentAndReturn(pool, 500);
            TestThread.RunAll(2, index =>
            {
                if (index == 0)
                {
                    pool.Dispose();
                    return;
                }

                var items = new TrackedItem[500];
                try
                {
                    pool.GetMany(items);
                    pool.ReturnMany(items);
                }
                catch (ObjectDisposedException)
                {
                    Assert.All(items, Assert.Null);
                }
            });

            Assert.Equal(0, pool.GetStatistics().InUse);
            pool.Return(new TrackedItem()); // its slow path releases the items that this thread keeps
            TestThread.WaitFor(
                () =>
                {
                    bool all = policy.Items.All(static item => item.Disposals == 1);
                    if (!all)
                        Collector.Collect();

                    return all;
                },
                "disposal of every item");
        }
    }

    private static long AllocatedSoFar() =>
#if NETFRAMEWORK
        0;
#else
        GC.GetAllocatedBytesForCurrentThread();
#endif
}
