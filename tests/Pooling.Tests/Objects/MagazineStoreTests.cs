using Pooling.Doubles;

namespace Pooling.Objects;

public sealed class MagazineStoreTests
{
    // Threads may hold 20 items together: two of them 9 each, in two magazines of 4 and at hand, and two more one each.
    private static readonly MagazinePoolOptions s_options = new() { MagazineSize = 4, MaximumRetained = 40 };

    [Fact]
    public void Credit_UsedUpByTwoThreads_LeavesOthersTheItemAtHand()
    {
        var store = new MagazineStore("items", s_options);
        int[] kept = new int[5];
        using var phase = new Barrier(kept.Length);
        TestThread.RunAll(kept.Length, index =>
        {
            for (int turn = 0; turn < kept.Length; turn++)
            {
                if (turn == index)
                    kept[index] = CreditOfThisThread(store);

                phase.SignalAndWait();
            }
        });
        store.Dispose();

        Assert.Equal([9, 9, 1, 1, 0], kept);
    }

    [Fact]
    [Trait("Category", "Gc")]
    public void Credit_FreedByADeadThread_GivesMagazinesToOneThatHadNone()
    {
        var store = new MagazineStore("items", s_options);
        using var others = new CountdownEvent(2);
        using var end = new ManualResetEventSlim();
        Thread[] threads = [.. Enumerable.Range(0, 2).Select(_ => new Thread(() =>
        {
            CreditOfThisThread(store);
            others.Signal();
            end.Wait();
        }))];
        foreach (Thread thread in threads)
            thread.Start();

        others.Wait();
        Assert.Equal(1, CreditOfThisThread(store)); // nine each are taken, and two are left

        end.Set();
        foreach (Thread thread in threads)
            thread.Join();

        TestThread.WaitFor(
            () =>
            {
                Collector.Collect();
                return CreditOfThisThread(store) == 9;
            },
            "magazines for this thread");
        store.Dispose();
    }

    [Fact]
    public void WalkRetainedBytes_DepotAndMagazinesOfTwoThreads_CountsEveryItemOnce()
    {
        var store = new MagazineStore("items", new MagazinePoolOptions { MagazineSize = 4 });
        using var filled = new Barrier(2);
        TestThread.RunAll(2, index =>
        {
            for (int i = 0; i < 30; i++)
                Push(store, new byte[1 + index]);

            filled.SignalAndWait();
            Assert.Equal(60, store.GetStatistics().Retained);
            Assert.Equal(30 + 60, store.WalkRetainedBytes(static item => ((byte[])item).Length));
            filled.SignalAndWait();
        });
        store.Dispose();
    }

    [Fact]
    public void WalkRetainedBytes_WhileOthersRentAndReturn_StaysWithinWhatExists()
    {
        var store = new MagazineStore("items", new MagazinePoolOptions { MagazineSize = 2 });
        const int held = 20;
        bool ended = false;
        TestThread.RunAll(2, index =>
        {
            if (index == 0)
            {
                for (int walk = 0; walk < 2000; walk++)
                    Assert.InRange(store.WalkRetainedBytes(static _ => 1), 0, 3 * held); // one that moves may be seen where it was and where it is

                Volatile.Write(ref ended, true);
                return;
            }

            var items = new object[held];
            while (!Volatile.Read(ref ended))
            {
                for (int i = 0; i < held; i++)
                    items[i] = store.TryPop() ?? store.PopSlow() ?? new object();

                foreach (object item in items)
                    Push(store, item);
            }
        });
        store.Dispose();
    }

    private static void Push(MagazineStore store, object item)
    {
        if (!store.TryPush(item))
            store.PushSlow(item);
    }

    /// <summary>The items that the calling thread may hold, asked for by a return.</summary>
    private static int CreditOfThisThread(MagazineStore store)
    {
        if (!store.TryPush(new object()))
            store.PushSlow(new object());

        int credit = store.FindOwn().Credit;
        Assert.Equal(credit > 1, store.FindOwn().HasMagazines);
        return credit;
    }
}
