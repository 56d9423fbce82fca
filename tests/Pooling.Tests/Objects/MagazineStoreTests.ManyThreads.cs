using Pooling.Doubles;

namespace Pooling.Objects;

/// <content>Tests many threads. The n-th has the same cost as the first, and the limits hold.</content>
public sealed partial class MagazineStoreTests
{
    /// <summary>Checks the cost of the n-th thread while the earlier ones are alive and idle, in exchanges after its first uses. An
    /// exchange takes the lock of the depot once.</summary>
    /// <param name="leases">Whether the pool is a pool of leases.</param>
    /// <param name="held">The number of items that every thread rents before it returns them.</param>
    [Theory]
    [InlineData(false, 1)]
    [InlineData(false, 4)]
    [InlineData(false, 8)]
    [InlineData(false, 16)]
    [InlineData(false, 128)]
    [InlineData(true, 1)]
    [InlineData(true, 4)]
    [InlineData(true, 8)]
    [InlineData(true, 16)]
    [InlineData(true, 128)]
    public void Exchanges_ThousandThreadsAliveAndSilent_AreNone(bool leases, int held)
    {
        const int rentals = 800;
        const int leastThreads = 200; // on a busy machine, where each change of threads takes long
        using var pool = new Either(leases, new StoreOptions { MaxRetained = 2048, TrimAfter = Timeout.InfiniteTimeSpan });
        MagazineStore store = pool.Store;
        var paid = new (long Exchanges, long Created)[1000];
        long most = 0;
        var turn = new Turns(paid.Length);
        var time = System.Diagnostics.Stopwatch.StartNew();
        TestThread.RunAll(paid.Length, index =>
        {
            turn.WaitFor(index);
            if (index < leastThreads || time.Elapsed < TimeSpan.FromSeconds(20))
                Use(index);

            turn.Next();
            turn.WaitForEnd();
        });

        // threads of other tests that end, or a collection because of low memory, send a thread through the slow path
        Assert.All(paid, static one => Assert.InRange(one.Exchanges, 0, 10));
        Assert.All(paid, static one => Assert.Equal(0, one.Created));
        Assert.InRange(most, held, 1000 * held);
        store.AdoptOrphans();
        Assert.Equal(0, store.Threads.Count);
        Assert.InRange(store.GetStatistics().Retained, 1, 2048); // the sum of the items that they had, up to the limit

        void Use(int index)
        {
            for (int round = 0; round < 10; round++)
                pool.Use(held);

            (long exchanges, long created) = (store.Depot.Exchanges, store.Depot.Created);
            for (int round = 0; round < rentals / held; round++)
                pool.Use(held);

            paid[index] = (store.Depot.Exchanges - exchanges, store.Depot.Created - created);
            AssertBounds(store);
            most = Math.Max(most, store.GetStatistics().Retained);
        }
    }

    /// <summary>Checks the cost of the n-th thread while the earlier ones continue in between.</summary>
    [Theory]
    [InlineData(1)]
    [InlineData(4)]
    [InlineData(100)]
    public void Exchanges_TwoHundredThreadsAliveAndWorking_AreFewForEach(int held)
    {
        var store = new MagazineStore("items", new StoreOptions
        {
            MaxRetained = 2048,
            TrimAfter = Timeout.InfiniteTimeSpan,
        });
        const int threads = 200;
        const int rounds = 20;
        long[] exchanges = new long[threads];
        var turn = new Turns(threads * rounds);
        TestThread.RunAll(threads, index =>
        {
            for (int round = 0; round < rounds; round++)
            {
                turn.WaitFor(round * threads + index);
                long before = store.Depot.Exchanges;
                for (int i = 0; i < Rentals / rounds / held; i++)
                    UseOne(store, held);

                exchanges[index] += store.Depot.Exchanges - before;
                turn.Next();
            }
        });
        AssertBounds(store);
        store.Dispose();

        Assert.All(exchanges, count => Assert.InRange(count, 1, 50 + held));
    }

    /// <summary>Checks the cost of the n-th thread after the earlier ones have ended, without a collection.</summary>
    [Theory]
    [InlineData(1)]
    [InlineData(4)]
    [InlineData(100)]
    public void Exchanges_TwoHundredThreadsOneAfterTheOther_FindWhatTheDeadHad(int held)
    {
        var store = new MagazineStore("items", new StoreOptions { MaxRetained = 2048, TrimAfter = Timeout.InfiniteTimeSpan });
        long[] exchanges = new long[200];
        int most = 0;
        for (int i = 0; i < exchanges.Length; i++)
        {
            TestThread.Run(() =>
            {
                long before = store.Depot.Exchanges;
                for (int round = 0; round < Rentals / held; round++)
                    UseOne(store, held);

                exchanges[i] = store.Depot.Exchanges - before;
            });
            AssertBounds(store);
            most = Math.Max(most, store.Threads.Count);
        }

        Assert.All(exchanges, count => Assert.InRange(count, 1, 50 + held));
        Assert.InRange(most, 1, 3); // dead threads are found by checking, not by a collection
        Assert.InRange(store.Depot.Created, held, 3 * held);
        store.Dispose();
    }

    /// <summary>Checks that a thread that finds the depot empty searches for dead threads before it creates items.</summary>
    [Fact]
    public void PopSlow_DepotIsEmptyAndAThreadHasDied_TakesItsItems()
    {
        var store = new MagazineStore("items", new StoreOptions { TrimAfter = Timeout.InfiniteTimeSpan });
        UseOne(store, held: 2);
        TestThread.Run(() => UseOne(store, held: 100));
        object[] held = [.. Enumerable.Range(0, 100).Select(_ => store.TryPop() ?? store.PopSlow() ?? new object())];

        Assert.Equal(1, store.Threads.Count);
        Assert.InRange(store.Depot.Created, 100, 102);
        Assert.Equal(100, held.Distinct().Count());
        store.Dispose();
    }

    /// <summary>Checks the same threads in turn: one half rents, and the other half returns, through the depot.</summary>
    [Theory]
    [InlineData(16, 64, 8)]
    [InlineData(200, 2048, 16)]
    [InlineData(600, 2048, 16)]
    [InlineData(200, 2048, 0)]
    public void Push_RentedOnAnotherOfManyThreads_ReachesThatThreadAgain(int threads, int maximum, int perThread)
    {
        const int rounds = 12;
        var store = new MagazineStore("items", new StoreOptions
        {
            MaxRetained = maximum,
            MaxRetainedPerThread = perThread,
            TrimAfter = Timeout.InfiniteTimeSpan,
        });
        var rented = new Queue<object>();
        int waiting = maximum / 8;
        long created = 0;
        var turn = new Turns(threads * rounds);
        TestThread.RunAll(threads, index =>
        {
            for (int round = 0; round < rounds; round++)
            {
                turn.WaitFor(round * threads + index);
                if (round == 0)
                    UseOne(store, held: 4);
                else if (index % 2 == 0)
                    Rent(store, rented);
                else
                    Return(store, rented, waiting);

                if (round == rounds / 2 && index == threads - 1)
                    created = store.Depot.Created;

                turn.Next();
            }
        });

        Assert.Equal(created, store.Depot.Created);
        AssertBounds(store);
        store.Dispose();
    }

    /// <summary>Checks threads at the same time. The limit holds at every moment, and the sum decreases to the limit once they have
    /// ended.</summary>
    [Theory]
    [InlineData(0, 5)]
    [InlineData(10, 0)]
    [InlineData(64, 8)]
    [InlineData(300, 37)]
    [InlineData(300, 1)]
    [InlineData(20, 100)]
    public void Retained_ManyThreadsAtOnce_StaysWithinTheBound(int maximum, int perThread)
    {
        const int threads = 80;
        var store = new MagazineStore("items", new StoreOptions
        {
            MaxRetained = maximum,
            MaxRetainedPerThread = perThread,
            TrimAfter = Timeout.InfiniteTimeSpan,
        });
        int retained = 0;
        using var together = new Barrier(threads, _ => retained = Math.Max(retained, Retained(store))); // all others wait
        TestThread.RunAll(threads, index =>
        {
            var random = new Random(index);
            for (int round = 0; round < 20; round++)
            {
                UseOne(store, random.Next(1, 60));
                AssertBounds(store);
                if (round % 5 == 0)
                    together.SignalAndWait();

                if (index == 0 && round % 7 == 0)
                    store.TrimIdle();
            }
        });

        Assert.InRange(retained, 0, maximum + (maximum == 0 ? 0 : threads * perThread));
        store.AdoptOrphans();
        Assert.Equal(0, store.Threads.Count);
        Assert.InRange(Retained(store), 0, maximum);
        Assert.Equal(Retained(store), store.GetStatistics().Retained);
        store.Dispose();
    }

    private static void Rent(MagazineStore store, Queue<object> rented)
    {
        for (int i = 0; i < 8; i++)
            rented.Enqueue(store.TryPop() ?? store.PopSlow() ?? new object());
    }

    private static void Return(MagazineStore store, Queue<object> rented, int waiting)
    {
        while (rented.Count > waiting)
            Push(store, rented.Dequeue());
    }

    private static int Retained(MagazineStore store)
    {
        var items = new List<object>();
        using (store.Depot.Enter())
            store.CopyRetainedTo(items);

        Assert.Equal(items.Count, items.Distinct().Count());
        return items.Count;
    }

    /// <summary>Runs threads one after the other, in a fixed order. Each turn wakes only the thread that waits for it.</summary>
    private sealed class Turns(int count)
    {
        private readonly ManualResetEventSlim[] _began =
            [.. Enumerable.Range(0, count + 2).Select(static turn => new ManualResetEventSlim(turn == 0, spinCount: 0))];

        private int _now;

        internal void WaitFor(int turn) => _began[turn].Wait();

        internal void Next() => _began[Interlocked.Increment(ref _now)].Set();

        internal void WaitForEnd() => WaitFor(count);
    }
}
