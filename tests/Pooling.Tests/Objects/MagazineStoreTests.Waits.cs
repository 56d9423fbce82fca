using Pooling.Diagnostics;
using Pooling.Doubles;

namespace Pooling.Objects;

/// <content>Tests waits for the depot's lock in which other code runs on the thread, or the thread is interrupted.</content>
public sealed partial class MagazineStoreTests
{
    private const int Waits = 400; // more than a script has

    public static TheoryData<int, int> Sizes => new() { { 20, 0 }, { 20, 1 }, { 20, 2 }, { 40, 9 }, { 3, 9 }, { 300, 9 }, { 2048, 30 } };

    /// <summary>Checks waits in which code that uses the same pool runs, because some hosts pump messages in a wait. Each wait is tested in
    /// turn.</summary>
    [Theory]
    [MemberData(nameof(Sizes))]
    public void Wait_RunsCodeThatUsesThePool_LosesNoItemAndNoRegistration(int maximum, int perThread)
    {
        for (int k = 1; k <= Waits; k++)
        {
            var store = new MagazineStore("items", new StoreOptions { MaxRetained = maximum, MaxRetainedPerThread = perThread });
            var items = new Population(store);
            int waits = 0;
            bool nested = false;
            store.Depot.Waiting = OnThisThread(() =>
            {
                if (nested || ++waits != k)
                    return;

                nested = true;
                items.RentAndReturn(k % 30);
                if (k % 3 == 0)
                    store.Trim();

                items.RentAndReturn(1 + k % 7);
                nested = false;
            });
            Script(items);
            store.Depot.Waiting = null;

            Assert.True(store.Threads.Count <= 1, $"Wait {k}: {store.Threads.Count} registrations of one thread.");
            items.AssertComplete($"Wait {k}");
            store.Dispose();
            Assert.Equal(0, store.GetStatistics().Retained);
            if (waits < k)
                return;
        }
    }

    [Theory]
    [MemberData(nameof(Sizes))]
    public void Wait_RunsCodeThatDisposesThePool_LosesNoItem(int maximum, int perThread)
    {
        for (int k = 1; k <= Waits; k++)
        {
            var store = new MagazineStore("items", new StoreOptions { MaxRetained = maximum, MaxRetainedPerThread = perThread });
            var items = new Population(store);
            int waits = 0;
            store.Depot.Waiting = OnThisThread(() =>
            {
                if (++waits == k)
                    store.Dispose();
            });
            Script(items);
            store.Depot.Waiting = null;
            store.Dispose();

            Assert.Equal(0, store.Threads.Count);
            items.AssertComplete($"Wait {k}");
            Assert.Equal(0, store.GetStatistics().Retained);
            if (waits < k)
                return;
        }
    }

    [Theory]
    [MemberData(nameof(Sizes))]
    public void Wait_IsInterrupted_LosesNoItemAndKeepsTheInterruptForTheNextWait(int maximum, int perThread) =>
        FailEachWait<ThreadInterruptedException>(
            maximum,
            perThread,
            static () => Assert.Throws<ThreadInterruptedException>(static () => Thread.Sleep(Timeout.Infinite)));

    /// <summary>Checks the first wait of a lock, which allocates.</summary>
    [Theory]
    [MemberData(nameof(Sizes))]
    public void Wait_WithoutMemory_LosesNoItem(int maximum, int perThread) =>
        FailEachWait<OutOfMemoryException>(maximum, perThread, static () => { });

    /// <summary>Checks a thread that is really interrupted while it waits for the lock.</summary>
    [Fact]
    public void Push_InterruptedWhileItWaits_KeepsTheItem()
    {
        var store = new MagazineStore("items", new StoreOptions { MaxRetained = 1 }); // threads keep nothing: each return takes the lock
        Thread? waiting = null;
        bool interrupted = false;
        using (store.Depot.Enter())
        {
            waiting = new Thread(() =>
            {
                store.PushSlow(new object());
                try
                {
                    Thread.Sleep(Timeout.Infinite);
                }
                catch (ThreadInterruptedException)
                {
                    interrupted = true;
                }
            });
            waiting.Start();
            TestThread.WaitFor(() => (waiting.ThreadState & ThreadState.WaitSleepJoin) != 0, "the wait for the lock");
            waiting.Interrupt();
            Assert.False(waiting.Join(20)); // it still waits for the lock
        }

        waiting.Join();
        Assert.True(interrupted);
        Assert.Equal((1, 1), (store.GetStatistics().TotalReturned, store.GetStatistics().Retained));
        store.Dispose();
    }

    private static void FailEachWait<TException>(int maximum, int perThread, Action afterwards)
        where TException : Exception, new()
    {
        for (int k = 1; k <= Waits; k++)
        {
            var store = new MagazineStore("items", new StoreOptions { MaxRetained = maximum, MaxRetainedPerThread = perThread });
            var items = new Population(store);
            int waits = 0;
            store.Depot.Waiting = OnThisThread(() =>
            {
                if (++waits == k)
                    throw new TException();
            });
            Script(items);
            store.Depot.Waiting = null;
            if (waits >= k)
                afterwards();

            items.AssertComplete($"Wait {k}");
            store.Dispose();
            Assert.Equal(0, store.GetStatistics().Retained);
            if (waits < k)
                return;
        }
    }

    // The thread of the library may wait, too, after a collection.
    private static Action OnThisThread(Action action)
    {
        int thread = Environment.CurrentManagedThreadId;
        return () =>
        {
            if (Environment.CurrentManagedThreadId == thread)
                action();
        };
    }

    private static void Script(Population items)
    {
        for (int round = 0; round < 2; round++)
        {
            items.RentAndReturn(1);
            items.RentAndReturn(3);
            items.RentAndReturn(30);
            items.RentAndReturnMany(25);
            items.RentAndReturnSlots(3);
            items.RentAndReturn(9);
            items.RentAndReturnSlots(6);
        }
    }

    /// <summary>Rents and returns items, and records for each whether it is rented, in a pool that has or has released it.</summary>
    private sealed class Population(MagazineStore store)
    {
        private int _created;
        private int _refused;

        internal void RentAndReturn(int count)
        {
            var held = new List<Item>();
            try
            {
                for (int i = 0; i < count; i++)
                    held.Add(((Item?)(store.TryPop() ?? store.PopSlow()) ?? New()).Take());
            }
            catch (ObjectDisposedException)
            {
                // Disposed in the meantime: held items are returned.
            }

            foreach (Item item in held)
            {
                item.Give();
                if (!store.TryPush(item) && !store.PushSlow(item))
                    _refused++;
            }
        }

        internal void RentAndReturnMany(int count)
        {
            var items = new Item[count];
            int taken;
            try
            {
                taken = store.PopMany<Item>(items);
            }
            catch (ObjectDisposedException)
            {
                return;
            }

            for (int i = 0; i < count; i++)
                items[i] = (i < taken ? items[i] : New()).Take();

            var result = default(BulkReturn);
            foreach (Item item in items)
                item.Give();

            store.PushMany<Item>(items, ref result);
            result.Complete();
        }

        /// <summary>Rents and returns like a scope: runs of slots, and single items if there are none.</summary>
        internal void RentAndReturnSlots(int count)
        {
            var slots = new MagazineSlot[count];
            int taken = 0;
            try
            {
                while (taken < count)
                {
                    int more = store.PopSlots(slots.AsSpan(taken));
                    if (more == 0)
                        more = store.PopSlotsSlow(slots.AsSpan(taken));

                    if (more == 0)
                    {
                        slots[taken].Item = store.PopSlow() ?? New();
                        more = 1;
                    }

                    for (int i = taken; i < taken + more; i++)
                        ((Item)slots[i].Item!).Take();

                    taken += more;
                }
            }
            catch (ObjectDisposedException)
            {
                // Disposed in the meantime: held items are returned.
            }

            for (int i = 0; i < taken; i++)
            {
                var item = (Item)slots[i].Item!;
                item.Give();
                if (!store.TryPush(item) && !store.PushSlow(item))
                    _refused++;
            }
        }

        internal void AssertComplete(string what)
        {
            PoolStatistics statistics = store.GetStatistics();
            Assert.True(statistics.InUse == 0, $"{what}: {statistics}");
            Assert.True(statistics.TotalCreated == _created, $"{what}: {_created} were created, {statistics}");
            Assert.True(statistics.TotalCreated == statistics.Retained + statistics.TotalDropped, $"{what}: {statistics}");
            Assert.True(store.WalkRetainedBytes(static _ => 1) == statistics.Retained, $"{what}: not what lies there: {statistics}");
            Assert.True(_refused <= statistics.TotalDropped, $"{what}: {_refused} were refused, {statistics}");
        }

        private Item New()
        {
            _created++;
            return new Item();
        }
    }

    private sealed class Item
    {
        private bool _rented;

        internal Item Take()
        {
            Assert.False(_rented, "Two renters hold the same item.");
            _rented = true;
            return this;
        }

        internal void Give()
        {
            Assert.True(_rented);
            _rented = false;
        }
    }
}
