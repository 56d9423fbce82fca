using Pooling.Doubles;

namespace Pooling.Objects;

/// <content>Tests the items that the depot and each thread keep, and the adaptation of a thread's room to its use.</content>
public sealed partial class MagazineStoreTests
{
    private const int Rentals = 10_000;

    private static readonly StoreOptions s_roomy = new() { MaxRetained = 2048, TrimAfter = Timeout.InfiniteTimeSpan };

    [Fact]
    public void Slots_OneItemAtATime_AreNotNeeded()
    {
        var store = new MagazineStore("items", new StoreOptions());
        for (int i = 0; i < 100; i++)
            UseOne(store, held: 1);

        Assert.Empty(store.FindOwn()!.Slots);
        UseOne(store, held: 2);

        Assert.Equal(4, store.FindOwn()!.Slots.Length);
        store.Dispose();
    }

    [Theory]
    [InlineData(false, 1, 0)]
    [InlineData(false, 2, 1)]
    [InlineData(false, 128, 127)]
    [InlineData(false, 5_000, 4_999)]
    [InlineData(true, 1, 0)]
    [InlineData(true, 2, 0)]
    [InlineData(true, 3, 1)]
    [InlineData(true, 128, 126)]
    public void Slots_ManyItems_GrowUpToTheLimitOfTheThread(bool leases, int perThread, int slots)
    {
        var options = new StoreOptions { MaxRetained = 10_000, MaxRetainedPerThread = perThread };
        using var pool = new Either(leases, options);
        pool.Use(held: 6_000);

        Assert.Equal(slots, pool.Store.FindOwn()!.Slots.Length);
        Assert.InRange(pool.Store.FindOwn()!.Retained, Math.Max(1, perThread / 2), perThread);
        Assert.Equal(6_000, pool.Store.GetStatistics().Retained);
        AssertBounds(pool.Store);
    }

    [Fact]
    public void Replenish_ItemsOfOtherThreads_GrowTheThreadToItsLimit()
    {
        var store = new MagazineStore("items", s_roomy);
        TestThread.Run(() => UseOne(store, held: 2_000));
        store.AdoptOrphans();
        Assert.Equal(2_000, store.Depot.Count);
        long before = store.Depot.Exchanges;
        for (int i = 0; i < 1_900; i++)
            Assert.NotNull(store.TryPop() ?? store.PopSlow());

        Assert.Equal(127, store.FindOwn()!.Slots.Length);
        Assert.InRange(store.Depot.Exchanges - before, 30, 40); // half of the room each time, after the first few, which increase it
        Assert.Equal((0, 2_000), (store.GetStatistics().TotalDropped, store.GetStatistics().TotalCreated));
        store.Dispose();
    }

    [Fact]
    public void PopSlow_DepotIsEmpty_GrowsNothing()
    {
        var store = new MagazineStore("items", new StoreOptions());
        for (int i = 0; i < 1_000; i++)
            Assert.Null(store.TryPop() ?? store.PopSlow());

        Assert.Empty(store.FindOwn()!.Slots);
        store.Dispose();
    }

    [Fact]
    public void TrimIdle_NoExchangeInAWholeInterval_HalvesTheRoomAtTheNextAccess()
    {
        var store = new MagazineStore("items", s_roomy);
        UseOne(store, held: 100);
        int[] expected = [127, 127, 63, 31, 15, 7, 0, 0];
        foreach (int slots in expected)
        {
            UseOne(store, held: 1);
            int length = store.FindOwn()!.Slots.Length;
            Assert.Equal(slots, slots == 127 ? Math.Max(127, length) : length);
            store.TrimIdle();
        }

        UseOne(store, held: 1);
        Assert.Equal(1, store.FindOwn()!.Retained);
        Assert.Equal(0, store.GetStatistics().InUse);
        AssertBounds(store);
        store.Dispose();
    }

    [Fact]
    public void TrimIdle_ExchangesInEachInterval_LeavesTheRoom()
    {
        var store = new MagazineStore("items", s_roomy);
        for (int i = 0; i < 10; i++)
        {
            UseOne(store, held: 300);
            store.TrimIdle();
        }

        Assert.Equal(127, store.FindOwn()!.Slots.Length);
        store.Dispose();
    }

    [Fact]
    public void TrimIdle_AThreadWithoutPlaceForAnotherReason_IsNotHalved()
    {
        var store = new MagazineStore("items", s_roomy);
        UseOne(store, held: 100);
        int room = store.FindOwn()!.Slots.Length;
        for (int i = 0; i < 10; i++)
        {
            store.Suspend(store.FindOwn()!);
            UseOne(store, held: 1);
        }

        Assert.Equal(room, store.FindOwn()!.Slots.Length);
        store.Dispose();
    }

    [Theory]
    [InlineData(8)]
    [InlineData(15)]
    [InlineData(16)]
    [InlineData(23)]
    [InlineData(24)]
    public void Leases_SmallLimit_KeepHomeCellAndNoMoreThanTheThreadMay(int maximum)
    {
        using var pool = new Either(leases: true, new StoreOptions { MaxRetained = maximum });
        for (int held = 1; held < 60; held++)
        {
            pool.Use(held);
            Assert.InRange(pool.Store.FindOwn()!.Retained, 1, maximum / 8);
            Assert.True(pool.Store.FindOwn()!.Home!.IsFreeAtHome);
            AssertBounds(pool.Store);
        }

        Assert.InRange(pool.Store.GetStatistics().Retained, maximum + 1, maximum + maximum / 8);
    }

    /// <summary>Checks the same for messages: runs of slots, which a thread keeps or exchanges.</summary>
    [Theory]
    [InlineData(1)]
    [InlineData(3)]
    [InlineData(10)]
    [InlineData(100)]
    public void PopSlotsAndPushSlots_OnTwoThreads_ExchangeHalfOfTheRoom(int run)
    {
        var store = new MagazineStore("items", new StoreOptions
        {
            MaxRetained = 20_000,
            TrimAfter = Timeout.InfiniteTimeSpan,
        });
        var slots = new MagazineSlot[run];
        const int rounds = 2_000;
        using var renter = new LivingThread();
        using var returner = new LivingThread();
        for (int i = 0; i < rounds; i++)
        {
            renter.Run(() => Fill(store, slots));
            returner.Run(() =>
            {
                var result = default(BulkReturn);
                store.PushSlots(slots, ref result);
                result.Complete();
            });
        }

        Assert.InRange(store.Depot.Created, run, 128 + 128 + 2 * run);
        Assert.InRange(store.Depot.Exchanges, 1, 300 + 2 * rounds * Math.Max(1, run / 32) * run / 60 + 2 * (run > 64 ? rounds * 2 : 0));
        AssertBounds(store);
        store.Dispose();
    }

    private static void Fill(MagazineStore store, MagazineSlot[] slots)
    {
        for (int taken = 0; taken < slots.Length;)
        {
            int more = store.PopSlots(slots.AsSpan(taken));
            if (more == 0)
                more = store.PopSlotsSlow(slots.AsSpan(taken));

            if (more == 0)
            {
                slots[taken].Item = store.PopSlow() ?? new object();
                more = 1;
            }

            taken += more;
        }
    }

    private static void UseOne(MagazineStore store, int held)
    {
        object[] items = new object[held];
        for (int i = 0; i < held; i++)
            items[i] = store.TryPop() ?? store.PopSlow() ?? new object();

        foreach (object item in items)
            Push(store, item);
    }

    /// <summary>Asserts the limits at this moment: depot and parts are within the limit, and each thread is within its own.</summary>
    private static void AssertBounds(MagazineStore store)
    {
        using (store.Depot.Enter())
        {
            Assert.True(store.Depot.Room >= 0 || store.Depot.IsClosed);
            for (int i = 0; i < store.Threads.Count; i++)
                Assert.InRange(store.Threads[i].Retained, 0, store.PerThread);
        }
    }

    /// <summary>A store of items, or one of leases.</summary>
    private sealed class Either : IDisposable
    {
        private readonly DelegateLeaseSource<object>? _source;

        internal Either(bool leases, StoreOptions options)
        {
            _source = leases ? new DelegateLeaseSource<object>(static () => new object(), static _ => true, options) : null;
            Store = _source?.Store ?? new MagazineStore("items", options);
        }

        internal MagazineStore Store { get; }

        public void Dispose() => Store.Dispose();

        internal void Use(int held)
        {
            if (_source is null)
            {
                UseOne(Store, held);
                return;
            }

            var rented = new PooledLease<object>[held];
            for (int i = 0; i < held; i++)
                rented[i] = new PooledLease<object>(_source.Rent(out long version), version);

            foreach (PooledLease<object> lease in rented)
                lease.Dispose();
        }
    }
}
