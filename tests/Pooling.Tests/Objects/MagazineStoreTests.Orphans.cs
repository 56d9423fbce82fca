using Pooling.Doubles;

namespace Pooling.Objects;

/// <content>Tests threads that are considered dead.</content>
public sealed partial class MagazineStoreTests
{
    /// <summary>Checks a thread that is considered dead but runs again, like the main thread, which is reported as dead while it waits for
    /// other threads, and runs again when the process exits.</summary>
    [Theory]
    [InlineData(1)]
    [InlineData(3)]
    public void AdoptOrphans_OfAThreadThatRunsOnceMore_LeavesAWholePool(int held)
    {
        var store = new MagazineStore("items", new StoreOptions());
        using var first = new LivingThread();
        using var second = new LivingThread();
        ThreadMagazine? orphan = null;
        first.Run(() =>
        {
            UseOne(store, held);
            UseOne(store, held);
            orphan = store.FindOwn();
        });
        orphan!.Thread.End();
        second.Run(() =>
        {
            UseOne(store, held);
            store.AdoptOrphans();
        });
        Assert.Equal(1, store.Threads.Count);

        first.Run(() =>
        {
            UseOne(store, held);
            Assert.NotSame(orphan, store.FindOwn());
            Assert.Equal(2, store.Threads.Count);
        });

        Assert.Equal(0, store.GetStatistics().InUse);
        first.Run(store.Dispose);
        second.Run(() => Assert.Throws<ObjectDisposedException>(() => store.PopSlow()));
        Assert.Equal(0, store.Threads.Count);
        Assert.Equal(0, store.GetStatistics().Retained);
    }

    /// <summary>Checks that a trim drops what dead threads have left, which nobody has needed.</summary>
    /// <param name="adopts">Whether it was adopted before the trim.</param>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void TrimIdle_ThreadsHaveDied_DropsTheirItems(bool adopts)
    {
        const int threads = 6;
        var store = new MagazineStore("items", new StoreOptions { TrimAfter = Timeout.InfiniteTimeSpan });
        LivingThread[] used = [.. Enumerable.Range(0, threads).Select(static _ => new LivingThread())];
        foreach (LivingThread thread in used)
            thread.Run(() => UseOne(store, held: 64));

        foreach (LivingThread thread in used)
            thread.Dispose();

        Assert.Equal(threads * 64, store.GetStatistics().Retained);
        if (adopts)
            store.AdoptOrphans();

        store.TrimIdle();

        Assert.Equal((0, threads * 64), (store.GetStatistics().Retained, store.GetStatistics().TotalDropped));
        store.Dispose();
    }

    [Fact]
    public void TrimIdle_ItemsOfDeadThreadsAreInUse_KeepsThemWhenTheyComeBack()
    {
        var store = new MagazineStore("items", new StoreOptions { TrimAfter = Timeout.InfiniteTimeSpan });
        TestThread.Run(() => UseOne(store, held: 40));
        store.AdoptOrphans();
        UseOne(store, held: 40);
        store.TrimIdle();

        Assert.Equal((40, 40), (store.GetStatistics().Retained, store.GetStatistics().TotalCreated));
        store.Dispose();
    }

    [Fact]
    public void PushSlow_DisposedPoolWhoseLastThreadHasDied_LeavesNothingBehind()
    {
        var store = new MagazineStore("items", new StoreOptions { TrimAfter = Timeout.InfiniteTimeSpan });
        object outstanding = new();
        var owner = new LivingThread();
        owner.Run(() => UseOne(store, held: 3));
        store.Dispose();
        Assert.Equal(1, store.Threads.Count);
        owner.Dispose();

        TestThread.Run(() => store.PushSlow(outstanding));

        Assert.Equal(0, store.Threads.Count);
        Assert.True(store.IsRemoved);
    }
}
