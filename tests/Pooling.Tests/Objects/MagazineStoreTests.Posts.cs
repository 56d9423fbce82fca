using System.Runtime.CompilerServices;
using Pooling.Doubles;

namespace Pooling.Objects;

/// <content>Tests work for the thread pool, which fails to take it, or takes it and throws.</content>
public sealed partial class MagazineStoreTests
{
    private const int OfDead = 8;

    public static TheoryData<PostFailure> Failures =>
    [
        PostFailure.InterruptBefore, PostFailure.InterruptAfter, PostFailure.NoMemoryBefore, PostFailure.NoMemoryAfter,
    ];

    /// <summary>Checks a return that adopts more of a dead thread than the depot has room for, so that it drops the
    /// rest.</summary>
    [Theory]
    [MemberData(nameof(Failures))]
    public void PushSlow_DropsCannotBePosted_LosesNoItem(PostFailure failure) => CheckDrops(
        failure, static (store, item) => Assert.True(store.TryPush(item) || store.PushSlow(item)));

    [Theory]
    [MemberData(nameof(Failures))]
    public void PushMany_DropsCannotBePosted_LosesNoItem(PostFailure failure) => CheckDrops(
        failure,
        static (store, item) =>
        {
            var result = default(BulkReturn);
            store.PushMany<TrackedItem>([item], ref result);
            result.Complete();
        });

    [Theory]
    [MemberData(nameof(Failures))]
    public void RequestTrim_CannotBePosted_TrimsLater(PostFailure failure)
    {
        using MagazinePool<TrackedItem> pool =
            MagazinePool.Create<TrackedItem>(new PoolOptions { TrimAfter = Timeout.InfiniteTimeSpan });
        for (int i = 1; i <= 3; i++)
        {
            using (var fault = new PostFault(failure))
            {
                TestThread.WaitFor(
                    () =>
                    {
                        pool.Store.Work.RequestTrim(); // joins the last one as long as that runs
                        return fault.Failures == 1;
                    },
                    "the request");
            }

            TestThread.WaitFor(
                () =>
                {
                    TakeSlowPath();
                    return pool.Store.Trims == i;
                },
                "the trim");
        }
    }

    /// <summary>Checks that what finalizers post is posted again after a failure, for the next thread that
    /// dies.</summary>
    [Theory]
    [MemberData(nameof(Failures))]
    public void OnThreadDeath_CannotBePosted_AdoptsLater(PostFailure failure)
    {
        var store = new MagazineStore("items", new StoreOptions { TrimAfter = Timeout.InfiniteTimeSpan });
        for (int i = 0; i < 3; i++)
        {
            TestThread.Run(() => UseOne(store, held: 3));
            using (new PostFault(failure))
                PoolRegistry.OnThreadDeath();

            TestThread.WaitFor(
                () =>
                {
                    TakeSlowPath();
                    return store.Threads.Count == 0;
                },
                "the adoption");
        }

        store.Dispose();
    }

    [Theory]
    [MemberData(nameof(Failures))]
    public void OnGen2Collection_CannotBePosted_TrimsLater(PostFailure failure)
    {
        var clock = new ManualTimeProvider();
        using var pool = new MagazinePool<TrackedItem>(new TrackedItemPolicy(), timeProvider: clock);
        for (int i = 1; i <= 3; i++)
        {
            clock.Advance(TimeSpan.FromSeconds(11));
            using (new PostFault(failure))
                PoolRegistry.OnGen2Collection();

            TestThread.WaitFor(
                () =>
                {
                    TakeSlowPath();
                    return pool.Store.Trims == i;
                },
                "the trim");
        }
    }

    /// <summary>Checks the finalizer of a pool that is dropped without Dispose.</summary>
    [Theory]
    [Trait("Category", "Gc")]
    [InlineData(PostFailure.NoMemoryBefore)]
    [InlineData(PostFailure.NoMemoryAfter)]
    public void Finalizer_EndOfThePoolCannotBePosted_EndsItLater(PostFailure failure)
    {
        MagazineStore store = StoreOfAForgottenPool();
        int failures;
        using (var fault = new PostFault(failure, static work => work is StoreLifetime))
        {
            TestThread.WaitFor(
                () =>
                {
                    Collector.Collect();
                    return fault.Failures > 0;
                },
                "the finalizer");
            failures = fault.Failures;
        }

        TestThread.WaitFor(
            () =>
            {
                TakeSlowPath();
                return store.IsRemoved;
            },
            "the end of the pool");
        Assert.True(store.IsDisposed);
        Assert.Equal(1, failures);
    }

    private static void CheckDrops(PostFailure failure, Action<MagazineStore, TrackedItem> giveBack)
    {
        var store = new MagazineStore(
            "items",
            new StoreOptions
            {
                MaxRetained = 2,
                MaxRetainedPerThread = OfDead,
                TrimAfter = Timeout.InfiniteTimeSpan,
            });
        var items = new List<TrackedItem>();
        var mine = (TrackedItem)(store.PopSlow() ?? New(items));
        using (new LibraryThreadHold()) // it would adopt the dead thread first
        {
            TestThread.Run(() => Fill(store, items));

            TestThread.Run(() => // a new thread, which asks whether others are dead
            {
                using var fault = new PostFault(failure);
                giveBack(store, mine);
                Assert.Equal(1, fault.Failures);
            });
        }

        store.AdoptOrphans();
        TestThread.WaitFor(
            () =>
            {
                TakeSlowPath();
                return items.Sum(static item => item.Disposals) == store.GetStatistics().TotalDropped;
            },
            "disposal of what was dropped");

        Assert.Equal(0, store.GetStatistics().InUse);
        Assert.Equal(items.Count, store.GetStatistics().TotalCreated);
        Assert.Equal(items.Count, store.GetStatistics().TotalDropped + store.GetStatistics().Retained);
        store.Dispose();
        Assert.All(items, static item => Assert.Equal(1, item.Disposals));
    }

    private static void Fill(MagazineStore store, List<TrackedItem> items)
    {
        var held = new List<TrackedItem>();
        for (int i = 0; i < OfDead; i++)
            held.Add((TrackedItem)(store.TryPop() ?? store.PopSlow() ?? New(items)));

        foreach (TrackedItem item in held)
        {
            if (!store.TryPush(item) && !store.PushSlow(item))
                item.Dispose();
        }
    }

    private static TrackedItem New(List<TrackedItem> items)
    {
        items.Add(new TrackedItem());
        return items[items.Count - 1];
    }

    /// <summary>Does what a program does sooner or later: the slow path of any pool.</summary>
    private static void TakeSlowPath()
    {
        using MagazinePool<object> other = MagazinePool.Create(static () => new object());
        other.Return(other.Get());
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static MagazineStore StoreOfAForgottenPool()
    {
        MagazinePool<TrackedItem> pool = MagazinePool.Create<TrackedItem>();
        TestThread.Run(() => pool.Return(pool.Get()));
        return pool.Store;
    }
}
