using Pooling.Doubles;

namespace Pooling.Objects;

/// <content>More threads than half of the limit has credit for, all of them alive, with what each holds for as long as it lives.</content>
public sealed partial class MagazineStoreTests
{
#if !NETFRAMEWORK // whose asset has no process-wide barrier: credit of silent threads comes back with a trim only
    /// <summary>What the n-th thread pays, in exchanges for each rental: an exchange takes the lock of the depot once.</summary>
    /// <param name="leases">Whether the pool is one of leases, which has a home cell for each thread as well.</param>
    /// <param name="held">The items that every thread rents before it returns them.</param>
    /// <param name="threads">The number of threads up to which that is at most <paramref name="most"/>.</param>
    /// <param name="most">The exchanges for each rental.</param>
    [Theory]
    [InlineData(false, 1, 1000, 0)]
    [InlineData(false, 4, 350, 0)]
    [InlineData(false, 8, 250, 0.5)]
    [InlineData(false, 16, 205, 0.75)]
    [InlineData(true, 1, 1000, 0)]
    [InlineData(true, 4, 290, 0)]
    [InlineData(true, 8, 220, 0.25)]
    [InlineData(true, 16, 180, 0.625)]
    public void Exchanges_ThousandThreadsAliveAndSilent_AreFewAsLongAsThereIsCredit(bool leases, int held, int threads, double most)
    {
        const int rentals = 800;
        var source = new DelegateLeaseSource<object>(static () => new object(), static _ => true, new StoreOptions { MaxRetained = 2048 });
        MagazineStore store = leases ? source.Store : new MagazineStore("items", new StoreOptions { MaxRetained = 2048 });
        var paid = new (double Exchanges, long Created)[1000];
        var turn = new Turns(paid.Length);
        TestThread.RunAll(paid.Length, index =>
        {
            turn.WaitFor(index);
            Use(30);
            (long exchanges, long created) = (store.Depot.Exchanges, store.Depot.Created);
            Use(rentals / held);
            paid[index] = ((store.Depot.Exchanges - exchanges) / (double)rentals, store.Depot.Created - created);
            AssertBounds(store, 2048);
            turn.Next();
            turn.WaitForEnd();
        });
        store.Dispose();

        Assert.All(paid[..threads], one => Assert.InRange(one.Exchanges, 0, most));
        Assert.All(paid, static one => Assert.InRange(one.Exchanges, 0, 2)); // those beyond share the depot, which always has some room
        Assert.All(paid, static one => Assert.Equal(0, one.Created));

        void Use(int rounds)
        {
            var rented = new PooledLease<object>[held];
            for (int round = 0; round < rounds; round++)
            {
                if (leases)
                    UseLeases(source, rented);
                else
                    UseOne(store, held);
            }
        }
    }

    /// <summary>The same threads by turns: one half rents, the other half returns, through the depot.</summary>
    [Theory]
    [InlineData(16, 64)]
    [InlineData(200, 2048)]
    [InlineData(600, 2048)]
    public void Push_RentedOnAnotherOfManyThreads_ReachesThatThreadAgain(int threads, int maximum)
    {
        const int rounds = 10;
        var store = new MagazineStore("items", new StoreOptions { MaxRetained = maximum });
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
        AssertBounds(store, maximum);
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
#endif

    /// <summary>Threads at once, above what the limit has credit for: the bound holds at every instant.</summary>
    [Theory]
    [InlineData(64)]
    [InlineData(300)]
    public void Retained_MoreThreadsAtOnceThanCredit_IsNeverAboveTheLimit(int maximum)
    {
        const int threads = 80;
        var store = new MagazineStore("items", new StoreOptions { MaxRetained = maximum });
        int most = 0;
        int retained = 0;
        using var together = new Barrier(threads, _ => retained = Math.Max(retained, Retained(store))); // all others wait
        TestThread.RunAll(threads, index =>
        {
            var random = new Random(index);
            for (int round = 0; round < 20; round++)
            {
                UseOne(store, random.Next(1, 20));
                using (store.Depot.Enter())
                    most = Math.Max(most, store.Depot.ChargedItems); // what any of them may hold at this instant

                if (round % 5 == 0)
                    together.SignalAndWait();

                if (index == 0 && round % 7 == 0)
                    store.TrimIdle();
            }
        });
        store.Dispose();

        Assert.InRange(most, 1, maximum);
        Assert.InRange(retained, 1, maximum);
    }

    private static int Retained(MagazineStore store)
    {
        var items = new List<object>();
        using (store.Depot.Enter())
            store.Depot.CopyRetainedTo(items);

        return items.Count;
    }

    private static void UseLeases(LeaseSource<object> source, PooledLease<object>[] rented)
    {
        for (int i = 0; i < rented.Length; i++)
            rented[i] = new PooledLease<object>(source.Rent(out long version), version);

        foreach (PooledLease<object> lease in rented)
            lease.Dispose();
    }
}
