using Pooling.Doubles;

namespace Pooling.Objects;

public sealed partial class MagazineStoreTests
{
    private const int Rentals = 10_000;

    [Fact]
    public void Credit_FirstUseTakesOneItem_IsThatOfOneItem()
    {
        var store = new MagazineStore("items", new StoreOptions());
        for (int i = 0; i < 100; i++)
            UseOne(store, held: 1);

        Assert.Equal((1, false), (store.FindOwn().Credit, store.FindOwn().HasMagazines));
        UseOne(store, held: 2);

        Assert.Equal((2 * 64 + 1, true), (store.FindOwn().Credit, store.FindOwn().HasMagazines));
        store.Dispose();
    }

#if !NETFRAMEWORK // whose asset has no process-wide barrier: credit of silent threads comes back with a trim only
    /// <summary>The n-th thread, while those before it live and do nothing any more.</summary>
    [Theory]
    [InlineData(1)]
    [InlineData(4)]
    public void Exchanges_TwoHundredThreadsAliveAndSilent_AreFewForEach(int held)
    {
        var store = new MagazineStore("items", new StoreOptions { MaxRetained = 2048 });
        long[] exchanges = new long[200];
        var turn = new Turns(exchanges.Length);
        TestThread.RunAll(exchanges.Length, index =>
        {
            turn.WaitFor(index);
            exchanges[index] = ExchangesOfThisThread(store, held);
            AssertBounds(store, 2048);
            turn.Next();
            turn.WaitForEnd();
        });
        store.Dispose();

        Assert.All(exchanges, static count => Assert.InRange(count, 1, 50));
    }
#endif

#if !NETFRAMEWORK // whose asset has no process-wide barrier: credit of silent threads comes back with a trim only
    /// <summary>The n-th thread, while those before it go on between: nobody loses what it needs.</summary>
    [Theory]
    [InlineData(1)]
    [InlineData(4)]
    public void Exchanges_TwoHundredThreadsAliveAndWorking_AreFewForEach(int held)
    {
        var store = new MagazineStore("items", new StoreOptions { MaxRetained = 2048 });
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
        AssertBounds(store, 2048);
        store.Dispose();

        Assert.All(exchanges, static count => Assert.InRange(count, 1, 50));
    }
#endif

    /// <summary>The n-th thread, after those before it died, and nothing collects.</summary>
    [Theory]
    [InlineData(1)]
    [InlineData(4)]
    public void Exchanges_TwoHundredThreadsOneAfterTheOther_AreFewForEach(int held)
    {
        var store = new MagazineStore("items", new StoreOptions { MaxRetained = 2048 });
        long[] exchanges = new long[200];
        int most = 0;
        for (int i = 0; i < exchanges.Length; i++)
        {
            TestThread.Run(() => exchanges[i] = ExchangesOfThisThread(store, held));
            AssertBounds(store, 2048);
            most = Math.Max(most, store.Depot.ThreadCount);
        }

        store.Dispose();
        Assert.All(exchanges, static count => Assert.InRange(count, 1, 50));
        Assert.InRange(most, 1, 3); // the dead are found by asking, not by a collection
    }

#if !NETFRAMEWORK // whose asset has no process-wide barrier: credit of silent threads comes back with a trim only
    /// <summary>Threads that take turns: those beyond the share of eight lose no more than the smallest magazines cost.</summary>
    [Fact]
    public void Exchanges_MoreHeldThanASmallShare_AreOneForEachMagazine()
    {
        var store = new MagazineStore("items", new StoreOptions { MaxRetained = 2048 });
        long[] exchanges = new long[100];
        var turn = new Turns(exchanges.Length);
        TestThread.RunAll(exchanges.Length, index =>
        {
            turn.WaitFor(index);
            exchanges[index] = ExchangesOfThisThread(store, held: 10);
            turn.Next();
            turn.WaitForEnd();
        });
        store.Dispose();

        // magazines of 4: 10 rentals and 10 returns in at most 6 exchanges
        Assert.All(exchanges, static count => Assert.InRange(count, 1, Rentals));
    }
#endif

    [Fact]
    public void Credit_ThreadsComeAndGo_ReturnsToTheFirst()
    {
        var store = new MagazineStore("items", new StoreOptions { MaxRetained = 2048 });
        UseOne(store, held: 300);
        Assert.Equal(129, store.FindOwn().Credit);
        using var all = new Barrier(30);
        TestThread.RunAll(all.ParticipantCount, _ =>
        {
            UseOne(store, held: 4);
            all.SignalAndWait();
        });
        UseOne(store, held: 1); // obeys

        Assert.InRange(store.FindOwn().Credit, 5, 65);
        store.TrimIdle(); // finds them dead

        UseOne(store, held: 300);
        Assert.Equal(129, store.FindOwn().Credit);
        AssertBounds(store, 2048);
        store.Dispose();
    }

    [Fact]
    public void Credit_SilentSinceTheLastTrim_IsGivenBackButForWhatIsHeld()
    {
        var store = new MagazineStore("items", new StoreOptions { MaxRetained = 2048 });
        var turn = new Turns(1);
        TestThread.RunAll(2, index =>
        {
            if (index == 0)
            {
                UseOne(store, held: 10);
                turn.Next();
                turn.WaitForEnd();
                return;
            }

            turn.WaitFor(1);
            ThreadMagazines other = store.Depot.Thread(0);
            Assert.Equal(129, other.Credit);
            store.TrimIdle();
            Assert.Equal(129, other.Credit); // it may have worked till now
            store.TrimIdle();
            Assert.Equal(Internal.Polyfills.ProcessBarrier.IsProcessWide ? 11 : 129, other.Credit);
            Assert.Equal(10, other.Retained);
            turn.End();
        });
        store.Dispose();
    }

    [Fact]
    public void Credit_TakenFromASilentThreadThatGoesOn_IsAskedForAnew()
    {
        var store = new MagazineStore("items", new StoreOptions { MaxRetained = 2048 });
        UseOne(store, held: 10);
        store.TrimIdle();
        store.TrimIdle();
        long before = store.Depot.Exchanges;
        UseOne(store, held: 100);

        Assert.Equal(129, store.FindOwn().Credit);
        Assert.InRange(store.Depot.Exchanges - before, 1, 3 + 90); // 90 are created, each with a look into the depot
        AssertBounds(store, 2048);
        store.Dispose();
    }

    [Fact]
    public void Credit_DepotIsFull_IsMadeRoomFor()
    {
        var store = new MagazineStore("items", new StoreOptions { MaxRetained = 2048 });
        UseOne(store, held: 4000);
        Assert.Equal(2048, store.GetStatistics().Retained);

        TestThread.Run(() => Assert.InRange(ExchangesOfThisThread(store, held: 4), 1, 50));
        AssertBounds(store, 2048);
        store.Dispose();
    }

    private static long ExchangesOfThisThread(MagazineStore store, int held)
    {
        long before = store.Depot.Exchanges;
        for (int i = 0; i < Rentals / held; i++)
            UseOne(store, held);

        return store.Depot.Exchanges - before;
    }

    private static void UseOne(MagazineStore store, int held)
    {
        object[] items = new object[held];
        for (int i = 0; i < held; i++)
            items[i] = store.TryPop() ?? store.PopSlow() ?? new object();

        foreach (object item in items)
            Push(store, item);
    }

    private static void AssertBounds(MagazineStore store, int maximum)
    {
        int charged;
        int credited = 0;
        using (store.Depot.Enter())
        {
            charged = store.Depot.ChargedItems;
            for (int i = 0; i < store.Depot.ThreadCount; i++)
                credited += store.Depot.Thread(i).Credit;
        }

        Assert.InRange(charged, 0, maximum);
        Assert.InRange(credited, 0, Math.Min(charged, Math.Max(maximum / 2, maximum - 256)));
        Assert.InRange(store.GetStatistics().Retained, 0, charged);
    }

    /// <summary>Lets threads go one after the other, in a fixed order. Each turn wakes those alone who wait for it.</summary>
    private sealed class Turns(int count)
    {
        private readonly ManualResetEventSlim[] _began =
            [.. Enumerable.Range(0, count + 2).Select(static turn => new ManualResetEventSlim(turn == 0, spinCount: 0))];

        private int _now;

        internal void WaitFor(int turn) => _began[turn].Wait();

        internal void Next() => _began[Interlocked.Increment(ref _now)].Set();

        internal void WaitForEnd() => WaitFor(count + (count == 1 ? 1 : 0));

        internal void End() => Next();
    }
}
