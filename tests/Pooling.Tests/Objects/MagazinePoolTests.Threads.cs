using System.Collections.Concurrent;
using System.Diagnostics;
using System.Runtime.CompilerServices;
using Pooling.Doubles;

namespace Pooling.Objects;

public sealed partial class MagazinePoolTests
{
    [Fact]
    public void TwoThreads_RentAndReturnAtOnce_NeverShareAnItem()
    {
        var policy = new TrackedItemPolicy();
        using var pool = new MagazinePool<TrackedItem>(policy, new PoolOptions { MaxRetainedPerThread = 9 });
        TestThread.RunAll(4, index =>
        {
            var random = new Random(index);
            var held = new Stack<TrackedItem>();
            for (int i = 0; i < 200_000; i++)
            {
                if (held.Count == 0 || (held.Count < 20 && random.Next(2) == 0))
                    held.Push(pool.Get().Take());
                else
                    pool.Return(held.Pop().Give());
            }

            while (held.Count > 0)
                pool.Return(held.Pop().Give());
        });

        // The maximum in use, plus the items that idle threads may keep from the others. Items that the pool dropped because of a
        // collection in between are created again.
        Assert.InRange(policy.Items.Count - pool.GetStatistics().TotalDropped, 1, 4 * 20 + 4 * (2 * 4 + 1));
        AssertAllReturned(pool, policy);
    }

    [Fact]
    public void RentOnOneThread_ReturnOnAnother_HitsInNinetyNineOfHundredCases()
    {
        var policy = new TrackedItemPolicy();
        using var pool = new MagazinePool<TrackedItem>(
            policy, new PoolOptions { TrimAfter = Timeout.InfiniteTimeSpan }); // however long it takes
        using var handOver = new BlockingCollection<TrackedItem>(100);
        const int items = 100_000;
        TestThread.RunAll(2, index =>
        {
            for (int i = 0; i < items; i++)
            {
                if (index == 0)
                    handOver.Add(pool.Get().Take());
                else
                    pool.Return(handOver.Take().Give());
            }
        });

        Assert.InRange(policy.Items.Count, 1, items / 100);
    }

    [Fact]
    public void MoreThreadsThanCredit_ShareTheDepot()
    {
        var policy = new TrackedItemPolicy();
        using var pool = new MagazinePool<TrackedItem>(
            policy,
            new PoolOptions { MaxRetainedPerThread = 9, MaxRetained = 40, TrimAfter = Timeout.InfiniteTimeSpan });
        TestThread.RunAll(16, _ =>
        {
            for (int i = 0; i < 5_000; i++)
            {
                TrackedItem first = pool.Get().Take();
                TrackedItem second = pool.Get().Take();
                pool.Return(first.Give());
                pool.Return(second.Give());
            }
        });

        AssertAllReturned(pool, policy);
        pool.Store.AdoptOrphans();
        Assert.InRange(pool.GetStatistics().Retained, 1, 40); // the sixteen have ended
    }

    [Fact]
    [Trait("Category", "Gc")]
    public void ThreadDies_ItsItems_AreRentedAgainAndNotFinalized()
    {
        // One collection finds the thread dead and posts the adoption. A second one, which the runtime may add, could trim idle items; then
        // the test tries again. If the runtime has not yet released the thread, nothing was lost either, but nothing was tested: try again,
        // too.
        for (int attempt = 0; ; attempt++)
        {
            int[] finalized = [0]; // of this attempt: the items of the previous one may be finalized during it
            using MagazinePool<FinalizableItem> pool = MagazinePool.Create(() => new FinalizableItem(finalized));
            int collections = GC.CollectionCount(GC.MaxGeneration);
            RentAndReturnOnAnotherThread(pool, 100);
            GC.Collect();
            GC.WaitForPendingFinalizers();

            var items = new FinalizableItem[100];
            pool.GetMany(items);
            int lost = Volatile.Read(ref finalized[0]);
            if (GC.CollectionCount(GC.MaxGeneration) == collections + 1)
            {
                Assert.Equal(0, lost);
                if (pool.GetStatistics().TotalCreated == 100)
                    return;
            }

            Assert.InRange(attempt, 0, 50);
            GC.KeepAlive(items);
        }
    }

    [Fact]
    [Trait("Category", "Gc")]
    public void ThreadDies_AfterThePoolWasDisposed_ItsItemsAreDisposedOnce()
    {
        var policy = new TrackedItemPolicy();
        var pool = new MagazinePool<TrackedItem>(policy);
        using (var returned = new ManualResetEventSlim())
        using (var disposed = new ManualResetEventSlim())
        {
            var thread = new Thread(() =>
            {
                var items = new TrackedItem[50];
                pool.GetMany(items);
                pool.ReturnMany(items);
                returned.Set();
                disposed.Wait();
            });
            thread.Start();
            returned.Wait();
            pool.Dispose();
            Assert.All(policy.Items, static item => Assert.Equal(0, item.Disposals)); // in the magazines of a thread that does other work
            disposed.Set();
            thread.Join();
        }

        TestThread.WaitFor(
            () =>
            {
                Collector.Collect();
                return policy.Items.All(static item => item.Disposals == 1);
            },
            "disposal of the dead thread's items");
        Assert.Equal(0, pool.GetStatistics().Retained);
    }

    [Fact]
    [Trait("Category", "Gc")]
    public void TenThousandShortLivedThreads_OnePool_CreateFewItemsAndLeaveNothingBehind()
    {
        var policy = new TrackedItemPolicy();
        using var pool = new MagazinePool<TrackedItem>(policy);
        long before = 0;
        for (int i = 0; i < 10_000; i++)
        {
            var thread = new Thread(() =>
            {
                for (int k = 0; k < 10; k++)
                    pool.Return(pool.Get().Take().Give());
            }, maxStackSize: 256 * 1024);
            thread.Start();
            thread.Join();
            if (i == 1000)
                before = GC.GetTotalMemory(forceFullCollection: true);
        }

        // The collector finds the last threads dead, a work item adopts their items, and the next collection frees them.
        TestThread.WaitFor(
            () =>
            {
                Collector.Collect();
                return GC.GetTotalMemory(forceFullCollection: true) - before < 500_000;
            },
            "memory of short-lived threads");
        Assert.InRange(policy.Items.Count, 1, 4_096); // of 100,000 rentals: twice the limit of kept items, with a trim or two in between
        AssertAllReturned(pool, policy);
    }

    [Theory]
    [Trait("Category", "Gc")]
    [InlineData(true)]
    [InlineData(false)]
    public void ThousandsOfShortLivedPools_ThreeThreads_MixNothingAndLeaveNothingBehind(bool dispose)
    {
        const int pools = 10_000;
        const int leastPools = 2_000; // on a busy machine, where each change of threads takes long
        const int threads = 3;
        var time = Stopwatch.StartNew();
        bool areEnough = false;
        var current = new MagazinePool<TrackedItem>?[1];
        int number = 0;
        long before = 0;
        using var phase = new Barrier(threads, barrier =>
        {
            // Between two uses: replace the pool.
            if (dispose)
                current[0]?.Dispose();

            if (number == 1000)
                before = GC.GetTotalMemory(forceFullCollection: true);

            number++;
            areEnough = number >= pools || (number >= leastPools && time.Elapsed > TimeSpan.FromSeconds(20));
            current[0] = new MagazinePool<TrackedItem>(new TrackedItemPolicy { Tag = number });
        });
        TestThread.RunAll(threads, _ =>
        {
            do
            {
                phase.SignalAndWait();
                MagazinePool<TrackedItem> pool = current[0]!;
                for (int k = 0; k < 3; k++)
                {
                    TrackedItem item = pool.Get().Take();
                    if (item.Tag != number)
                        throw new InvalidOperationException($"Pool {number} gave an item of pool {item.Tag}.");

                    pool.Return(item.Give());
                }
            }
            while (!areEnough);
        });
        current[0]!.Dispose();
        current[0] = null;

        long growth = 0;
        TestThread.WaitFor(
            () =>
            {
                Collector.Collect();
                growth = GC.GetTotalMemory(forceFullCollection: true) - before;
                return growth < 1_000_000;
            },
            "memory of short-lived pools");
        Assert.InRange(growth, long.MinValue, 1_000_000);
    }

    [Fact]
    [Trait("Category", "Gc")]
    public void PoolIsCollected_WhileAThreadHoldsItsMagazines_ItsItemsFollowWhenTheThreadContinues()
    {
        using var rented = new ManualResetEventSlim();
        using var collected = new ManualResetEventSlim();
        WeakReference? pool = null;
        WeakReference? item = null;
        var thread = new Thread(() =>
        {
            (pool, item) = RentAndReturnFromNewPool();
            rented.Set();
            collected.Wait();

            // Any slow path of this thread releases the items that it keeps of collected pools.
            TestThread.WaitFor(
                () =>
                {
                    using MagazinePool<TrackedItem> other = MagazinePool.Create<TrackedItem>();
                    other.Return(other.Get());
                    Collector.Collect();
                    return !item.IsAlive;
                },
                "collection of the item");
        });
        thread.Start();
        rented.Wait();
        TestThread.WaitFor(
            () =>
            {
                Collector.Collect();
                return !pool!.IsAlive;
            },
            "collection of the pool");
        collected.Set();
        Assert.True(thread.Join(TimeSpan.FromMinutes(2)));

        Assert.False(item!.IsAlive);
    }

    [Fact]
    [Trait("Category", "Gc")]
    public void PoolIsCollected_WithoutDispose_DisposesNoItem()
    {
        // Its items may be finalized in the same collection. In this case they are left to their own finalizers.
        ConcurrentQueue<TrackedItem> items = UseAndForgetAPool();
        for (int i = 0; i < 5; i++)
        {
            Collector.Collect();
            using MagazinePool<TrackedItem> other = MagazinePool.Create<TrackedItem>();
            other.Return(other.Get());
        }

        Assert.Equal(10, items.Count);
        Assert.All(items, static item => Assert.Equal(0, item.Disposals));
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static ConcurrentQueue<TrackedItem> UseAndForgetAPool()
    {
        var policy = new TrackedItemPolicy();
        var pool = new MagazinePool<TrackedItem>(policy);
        var items = new TrackedItem[10];
        pool.GetMany(items);
        pool.ReturnMany(items);
        return policy.Items;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static (WeakReference Pool, WeakReference Item) RentAndReturnFromNewPool()
    {
        MagazinePool<TrackedItem> pool = MagazinePool.Create<TrackedItem>();
        TrackedItem item = pool.Get();
        pool.Return(item);
        return (new WeakReference(pool), new WeakReference(item));
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void RentAndReturnOnAnotherThread(MagazinePool<FinalizableItem> pool, int count) => TestThread.Run(() =>
    {
        var items = new FinalizableItem[count];
        pool.GetMany(items);
        pool.ReturnMany(items);
    });

    private sealed class FinalizableItem(int[] finalized)
    {
        ~FinalizableItem() => Interlocked.Increment(ref finalized[0]);
    }
}
