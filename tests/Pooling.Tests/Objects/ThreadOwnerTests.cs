using System.Runtime.CompilerServices;
using Pooling.Doubles;

namespace Pooling.Objects;

public sealed class ThreadOwnerTests
{
    [Fact]
    public void IsAlive_OfAThread_IsTrueUntilItsEnd()
    {
        ThreadOwner? owner = null;
        var thread = new LivingThread();
        thread.Run(() => owner = new ThreadOwner());
        Assert.True(owner!.IsAlive);
        thread.Dispose();

        Assert.False(owner.IsAlive);
    }

    /// <summary>Checks a thread that was finalized, and that another finalizer has made reachable again: on .NET 10, a
    /// question to it throws.</summary>
    /// <param name="tracks">Whether the owner can still reach the thread, which a reference of its own kind
    /// cannot.</param>
    [Theory]
    [Trait("Category", "Gc")]
    [InlineData(false)]
    [InlineData(true)]
    public void IsAlive_OfAFinalizedThread_IsFalseAndStaysSo(bool tracks)
    {
        ThreadOwner owner = OwnerOfARevivedThread(tracks);
        TestThread.WaitFor(
            static () =>
            {
                Collector.Collect();
                return Reviver.Revived is not null;
            },
            "the finalizer of the thread's holder");

        Assert.Equal([false, false], [owner.IsAlive, owner.IsAlive]);
        GC.KeepAlive(Reviver.Revived);
        Reviver.Revived = null;
    }

    [Fact]
    [Trait("Category", "Gc")]
    public void IsAlive_OfAThreadThatNobodyElseHolds_IsTrueWhileItRuns()
    {
        ThreadOwner? owner = null;
        using var thread = new LivingThread();
        thread.Run(() => owner = new ThreadOwner());
        Collector.Collect();

        Assert.True(owner!.IsAlive);
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

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static ThreadOwner OwnerOfARevivedThread(bool tracks)
    {
        ThreadOwner? owner = null;
        var thread = new Thread(() => owner = new ThreadOwner(new WeakReference<Thread>(Thread.CurrentThread, tracks)));
        thread.Start();
        thread.Join();
        GC.KeepAlive(new Reviver(thread));
        return owner!;
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
