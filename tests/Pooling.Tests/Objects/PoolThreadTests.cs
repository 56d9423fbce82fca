using System.Runtime.CompilerServices;
using Pooling.Doubles;

namespace Pooling.Objects;

public sealed class PoolThreadTests
{
    [Fact]
    public void IsDead_OfAThread_IsFalseUntilItsEnd()
    {
        PoolThread? known = null;
        var thread = new LivingThread();
        thread.Run(() => known = Create(tracks: false));
        Assert.False(known!.IsDead);
        thread.Dispose();

        Assert.True(known.IsDead);
    }

    /// <summary>Checks a thread that was finalized, and that another finalizer has made reachable again: on .NET 10, a
    /// question to it throws.</summary>
    /// <param name="tracks">Whether the object can still reach the thread, which a reference of its own kind
    /// cannot.</param>
    [Theory]
    [Trait("Category", "Gc")]
    [InlineData(false)]
    [InlineData(true)]
    public void IsDead_OfAFinalizedThread_IsTrueAndStaysSo(bool tracks)
    {
        PoolThread known = RevivedThread(tracks);
        TestThread.WaitFor(
            static () =>
            {
                Collector.Collect();
                return Reviver.Revived is not null;
            },
            "the finalizer of the thread's holder");

        Assert.Equal([true, true], [known.IsDead, known.IsDead]);
        GC.KeepAlive(Reviver.Revived);
        Reviver.Revived = null;
    }

    [Fact]
    [Trait("Category", "Gc")]
    public void IsDead_OfAThreadThatNobodyElseHolds_IsFalseWhileItRuns()
    {
        PoolThread? known = null;
        using var thread = new LivingThread();
        thread.Run(() => known = Create(tracks: false));
        Collector.Collect();

        Assert.False(known!.IsDead);
    }

    /// <summary>Checks a pool whose threads have ended and were finalized, while it is in use.</summary>
    [Fact]
    [Trait("Category", "Gc")]
    public void AdoptOrphans_OfARevivedThread_KeepsItsItems()
    {
        using var pool = new MagazinePool<TrackedItem>(new TrackedItemPolicy());
        UseOnARevivedThread(pool);
        TestThread.WaitFor(
            static () =>
            {
                Collector.Collect();
                return Reviver.Revived is not null;
            },
            "the finalizer of the thread's holder");
        pool.Store.AdoptOrphans();

        Assert.Equal(0, pool.Store.Threads.Count);
        Assert.Equal(0, pool.GetStatistics().InUse);
        Reviver.Revived = null;
    }

    [Fact]
    public void End_InNoPool_GivesTheNumberBack()
    {
        PoolThread thread = Create(tracks: false);
        Assert.False(thread.End());
        Assert.Null(thread.Magazines);
        Assert.False(thread.End());
        Assert.True(thread.IsDead);
    }

    [Fact]
    public void Leave_OfADeadThread_GivesTheNumberBackWithTheLastPool()
    {
        PoolThread thread = Create(tracks: false);
        thread.Join();
        thread.Join();
        Assert.True(thread.End());
        thread.Leave();
        Assert.NotNull(thread.Magazines);
        Assert.True(thread.End());
        thread.Leave();
        Assert.Null(thread.Magazines);
    }

    [Fact]
    public void Leave_OfALivingThread_KeepsTheNumber()
    {
        PoolThread thread = Create(tracks: false);
        thread.Join();
        thread.Leave();
        Assert.NotNull(thread.Magazines);
        Assert.False(thread.IsDead);
        thread.End();
        Assert.Null(thread.Magazines);
    }

    /// <summary>Checks that one of several threads that find or cause the end gives the number back, by the numbers
    /// that are free then.</summary>
    [Fact]
    public void End_WhileThePoolsAdopt_GivesTheNumberBackOnce()
    {
        for (int i = 0; i < 2000; i++)
        {
            PoolThread thread = Create(tracks: false);
            int pools = i % 3;
            for (int j = 0; j < pools; j++)
                thread.Join();

            Parallel.Invoke(() => thread.End(), () => thread.End(), () =>
            {
                for (int j = 0; j < pools; j++)
                    thread.Leave();
            });
            Assert.Null(thread.Magazines);
        }

        PoolThread[] threads = [.. Enumerable.Range(0, 100).Select(static _ => Create(tracks: false))];
        Assert.Distinct(threads.Select(static thread => thread.Number));
        Array.ForEach(threads, static thread => thread.End());
    }

    private static PoolThread Create(bool tracks) =>
        new(new WeakReference<Thread>(Thread.CurrentThread, tracks), pools: 1);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static PoolThread RevivedThread(bool tracks)
    {
        PoolThread? known = null;
        var thread = new Thread(() => known = Create(tracks));
        thread.Start();
        thread.Join();
        GC.KeepAlive(new Reviver(thread));
        return known!;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void UseOnARevivedThread(MagazinePool<TrackedItem> pool)
    {
        var thread = new Thread(() =>
        {
            var items = new TrackedItem[20];
            pool.GetMany(items);
            pool.ReturnMany(items);
        });
        thread.Start();
        thread.Join();
        GC.KeepAlive(new Reviver(thread));
    }

    private sealed class Reviver(Thread thread)
    {
        private static volatile Thread? s_revived;

        ~Reviver() => s_revived = thread;

        internal static Thread? Revived
        {
            get => s_revived;
            set => s_revived = value;
        }
    }
}
