using Pooling.Doubles;

namespace Pooling.Objects;

/// <content>Tests what stays after a peak: tables that are as long as the largest pool id, and arrays that are as long
/// as the largest thread number.</content>
public sealed partial class MagazineStoreTests
{
    private const int Peak = 2000; // of pools

    [Fact]
    public void Table_AfterManyPoolsWereDisposed_IsShortAgainOnEachThread()
    {
        var one = new MagazineStore("one", new StoreOptions { TrimAfter = Timeout.InfiniteTimeSpan });
        int[] lengths = new int[8];
        int longest = 0;
        MagazineStore[] stores = [];
        using var meeting = new Barrier(lengths.Length, _ =>
        {
            Array.ForEach(stores, static store => store.Dispose());
            one.Trim(); // sends each thread through the slow path, also the one that has just left the pools by itself
            stores = stores.Length > 0 ? [] : CreatePeak();
        });
        TestThread.RunAll(lengths.Length, index =>
        {
            UseOne(one, held: 1);
            meeting.SignalAndWait();
            foreach (MagazineStore store in stores)
                UseOne(store, held: 1);

            if (index == 0)
                longest = PoolThread.Current!.Magazines!.Length;

            meeting.SignalAndWait();
            UseOne(one, held: 1);
            UseOne(one, held: 50); // at least one slow path
            lengths[index] = PoolThread.Current!.Magazines!.Length;
            Assert.Equal(1, one.TryPop() is null ? 0 : 1);
        });
        one.Dispose();

        Assert.InRange(longest, Peak, int.MaxValue);
        Assert.All(lengths, length => Assert.InRange(length, 8, longest / 3)); // other tests have pools of their own
    }

    /// <summary>Checks a thread that disposed the pools itself, which wakes no thread, when it uses the next
    /// pool.</summary>
    [Fact]
    public void Table_OfTheThreadThatDisposedManyPools_IsShortAgainWithTheNextPool() => TestThread.Run(static () =>
    {
        MagazineStore[] stores = CreatePeak();
        Array.ForEach(stores, static store => UseOne(store, held: 1));
        int longest = PoolThread.Current!.Magazines!.Length;
        Array.ForEach(stores, static store => store.Dispose());
        var next = new MagazineStore("next", new StoreOptions());
        UseOne(next, held: 1);

        Assert.InRange(longest, Peak, int.MaxValue);
        Assert.InRange(PoolThread.Current!.Magazines!.Length, next.Id + 1, longest / 3);
        Assert.Same(next, next.FindOwn()!.Store);
        next.Dispose();
    });

    [Fact]
    public void Id_AfterManyPoolsWereDisposed_IsASmallOneAgain()
    {
        MagazineStore[] stores = CreatePeak();
        int[] ids = [.. stores.Select(static store => store.Id)];
        Array.ForEach(stores, static store => store.Dispose()); // the largest ids last
        int[] next = [.. Enumerable.Range(0, 100).Select(static _ =>
        {
            var store = new MagazineStore("next", new StoreOptions());
            store.Dispose();
            return store.Id;
        })];

        Assert.All(next, id => Assert.InRange(id, 0, ids.Max() / 2)); // other tests have a few hundred pools at most
    }

    /// <summary>Checks the arrays of a pool after many threads have ended, in an order in which the largest number goes
    /// first or last.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Places_AfterManyThreadsHaveEnded_AreFewAgain(bool largestFirst)
    {
        const int threads = 400;
        var store = new MagazineStore("items", new StoreOptions { TrimAfter = Timeout.InfiniteTimeSpan });
        UseOne(store, held: 1);
        int most = 0;
        var ended = new ManualResetEventSlim[threads];
        var running = new Thread[threads];
        int registered = 0;
        for (int i = 0; i < threads; i++)
        {
            ManualResetEventSlim end = ended[i] = new ManualResetEventSlim();
            running[i] = new Thread(() =>
            {
                UseOne(store, held: 2);
                Interlocked.Increment(ref registered);
                end.Wait();
                UseOne(store, held: 2);
            })
            { IsBackground = true };
            running[i].Start();
            int expected = i + 1;
            TestThread.WaitFor(() => Volatile.Read(ref registered) == expected, "a thread");
        }

        most = store.Places;
        for (int i = 0; i < threads; i++)
        {
            int index = largestFirst ? threads - 1 - i : i;
            ended[index].Set();
            running[index].Join();
            if (i % 10 == 9)
                store.AdoptOrphans();
        }

        store.AdoptOrphans();
        UseOne(store, held: 1);
        Assert.InRange(most, threads, int.MaxValue);
        Assert.Equal(1, store.Threads.Count);
        Assert.InRange(store.Threads.Capacity, 1, 64);
        // tests that run at the same time may have taken the small numbers before this thread got its own
        Assert.InRange(store.Places, 1, Math.Max(64, 2 * (PoolThread.CurrentNumber + 1)));
        Assert.NotNull(store.FindActive());
        Array.ForEach(ended, static end => end.Dispose());
        store.Dispose();
    }

    /// <summary>Checks threads that work while others come and go, so that the array is replaced under them.</summary>
    [Fact]
    public void Places_ReplacedWhileOthersWork_LoseNoItem()
    {
        var options = new StoreOptions { MaxRetained = 100_000, TrimAfter = Timeout.InfiniteTimeSpan };
        var store = new MagazineStore("items", options);
        bool ended = false;
        TestThread.RunAll(3, index =>
        {
            if (index > 0)
            {
                while (!Volatile.Read(ref ended))
                    UseOne(store, held: 5);

                return;
            }

            for (int round = 0; round < 4; round++)
            {
                using var meeting = new Barrier(150);
                TestThread.RunAll(150, _ =>
                {
                    UseOne(store, held: 3);
                    meeting.SignalAndWait();
                });
                store.AdoptOrphans();
            }

            Volatile.Write(ref ended, true);
        });
        store.AdoptOrphans();

        Assert.Equal(0, store.GetStatistics().InUse);
        Assert.Equal(store.Depot.Created, Retained(store));
        store.Dispose();
    }

    private static MagazineStore[] CreatePeak() =>
        [.. Enumerable.Range(0, Peak).Select(static _ => new MagazineStore("peak", new StoreOptions()))];
}
