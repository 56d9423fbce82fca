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
