using Pooling.Doubles;

namespace Pooling.Objects;

public sealed partial class MagazineStoreTests
{
    [Fact]
    public void WalkRetainedBytes_DepotAndMagazinesOfTwoThreads_CountsEveryItemOnce()
    {
        var options = new StoreOptions { MaxRetainedPerThread = 9, TrimAfter = Timeout.InfiniteTimeSpan };
        var store = new MagazineStore("items", options);
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
        var store = new MagazineStore("items", new StoreOptions { MaxRetainedPerThread = 5 });
        const int held = 20;
        bool ended = false;
        TestThread.RunAll(2, index =>
        {
            if (index == 0)
            {
                // an item that moves may be seen in its old and in its new place
                for (int walk = 0; walk < 2000; walk++)
                    Assert.InRange(store.WalkRetainedBytes(static _ => 1), 0, 3 * held);

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
}
