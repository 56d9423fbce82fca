using System.Diagnostics;
using Pooling.Diagnostics;
using Pooling.Doubles;

namespace Pooling.Objects;

public sealed partial class MagazinePoolTests
{
    // Small limits, so that a short scenario reaches every path: magazines, depot, drops, trims.
    private static readonly PoolOptions s_tight = new() { MaxRetainedPerThread = 5, MaxRetained = 20 };

    [Fact]
    public void Policy_ThrowsOnTheKthCall_ForEveryK_LeavesThePoolBalanced()
    {
        int calls = RunScenario(faultyCall: 0, faultyDispose: 0, out int disposals);
        Assert.InRange(calls, 100, 1000);
        Assert.InRange(disposals, 20, 1000);

        for (int k = 1; k <= calls; k++)
            RunScenario(k, faultyDispose: 0, out _);
    }

    [Fact]
    public void ItemDispose_ThrowsOnTheKthCall_ForEveryK_LeavesThePoolBalanced()
    {
        RunScenario(faultyCall: 0, faultyDispose: 0, out int disposals);
        for (int k = 1; k <= disposals; k++)
            RunScenario(faultyCall: 0, k, out _);
    }

    [Fact]
    public void Create_CallsTheSamePool_IsServed()
    {
        var policy = new TrackedItemPolicy();
        using var pool = new MagazinePool<TrackedItem>(policy, s_tight);
        int depth = 0;
        policy.OnCreate = () =>
        {
            if (depth++ < 10)
                pool.Return(pool.Get().Take().Give());
        };

        for (int i = 0; i < 30; i++)
            pool.Get().Take();

        AssertAllReturned(pool, policy);
    }

    [Fact]
    public void Reset_CallsTheSamePool_IsServed()
    {
        var policy = new TrackedItemPolicy();
        using var pool = new MagazinePool<TrackedItem>(policy, s_tight);
        TrackedItem[] held = [.. Enumerable.Range(0, 30).Select(_ => pool.Get().Take())];
        bool nested = false;
        policy.Accept = _ =>
        {
            if (!nested)
            {
                nested = true;
                TrackedItem other = pool.Get().Take();
                pool.Return(other.Give());
                nested = false;
            }

            return true;
        };
        foreach (TrackedItem item in held)
            pool.Return(item.Give());

        AssertAllReturned(pool, policy);
    }

    /// <summary>Runs the scenario, and repeats it if the runtime collected in the meantime, because the trim after that disposes items on
    /// another thread, where exceptions are not reported.</summary>
    private static int RunScenario(int faultyCall, int faultyDispose, out int disposals)
    {
        for (int attempt = 0; ; attempt++)
        {
            int collections = GC.CollectionCount(GC.MaxGeneration);
            try
            {
                return RunScenarioOnce(faultyCall, faultyDispose, out disposals);
            }
            catch (Xunit.Sdk.XunitException) when (attempt < 20 && GC.CollectionCount(GC.MaxGeneration) != collections)
            {
            }
        }
    }

    /// <summary>Runs a fixed sequence of all members. Exceptions are caught where a caller would catch them.</summary>
    private static int RunScenarioOnce(int faultyCall, int faultyDispose, out int disposals)
    {
        var policy = new TrackedItemPolicy { Faults = new FaultPlan(faultyCall, FaultMoment.Before) };
        int created = 0;
        policy.Accept = static item => item.Resets % 7 != 0;
        var pool = new MagazinePool<TrackedItem>(policy, s_tight);
        var held = new List<TrackedItem>();
        int faults = 0;
        int disposed = 0;

        void Try(Action action)
        {
            try
            {
                action();
            }
            catch (InjectedFaultException)
            {
                faults++;
            }

            // Sets for every new item whether its disposal throws.
            foreach (TrackedItem item in policy.Items.Skip(created))
                item.DisposeFault = ++created == faultyDispose ? new InjectedFaultException("Dispose") : null;
        }

        void GetOne() => Try(() => held.Add(pool.Get().Take()));
        void ReturnOne()
        {
            TrackedItem item = held[held.Count - 1];
            held.RemoveAt(held.Count - 1);
            Try(() => pool.Return(item.Give()));
        }

        for (int round = 0; round < 3; round++)
        {
            for (int i = 0; i < 25; i++)
                GetOne();

            while (held.Count > 5)
                ReturnOne();

            var many = new TrackedItem[15];
            Try(() => pool.GetMany(many));
            if (many[0] is not null)
            {
                foreach (TrackedItem item in many)
                    item.Take().Give();

                Try(() => pool.ReturnMany(many));
            }

            Assert.All(held, static item => Assert.Equal(0, item.Disposals));
            AssertAllReturned(pool, policy);
            if (round == 1)
                Try(pool.Trim);
        }

        while (held.Count > 2)
            ReturnOne();

        Try(pool.Dispose);
        while (held.Count > 0)
            ReturnOne();

        AssertAllReturned(pool, policy);
        Assert.All(policy.Items, static item => Assert.Equal(1, item.Disposals));
        Assert.Equal(0, pool.GetStatistics().Retained);
        Assert.Equal(0, pool.GetStatistics().InUse);
        disposed = policy.Items.Sum(static item => item.Disposals);
        disposals = disposed;
        Assert.Equal(faultyCall > 0 || faultyDispose > 0 ? 1 : 0, faults);
        return policy.Calls;
    }

    private static void AssertAllReturned(MagazinePool<TrackedItem> pool, TrackedItemPolicy policy)
    {
        // A trim after a collection of other code may be running on the thread pool, between dropping and disposing items.
        PoolStatistics statistics;
        int disposed;
        var time = Stopwatch.StartNew();
        do
        {
            statistics = pool.GetStatistics();
            disposed = policy.Items.Count(static item => item.Disposals > 0);
        }
        while (disposed != statistics.TotalDropped && time.Elapsed < TimeSpan.FromSeconds(30));

        int rented = policy.Items.Count(static item => item.IsRented);
        Assert.All(policy.Items, static item => Assert.InRange(item.Disposals, 0, 1));
        Assert.Equal(policy.Items.Count, statistics.TotalCreated);
        Assert.Equal(rented, statistics.InUse);
        Assert.Equal(disposed, statistics.TotalDropped);
        Assert.Equal(policy.Items.Count - rented - disposed, statistics.Retained);
    }
}
