using Pooling.Doubles;

namespace Pooling.Objects;

public sealed partial class MagazineStoreTests
{
    [Fact]
    public void ByteLimit_SteadyState_LeavesRentalsOnTheFastPathAndTheDepotAlone()
    {
        var store = new MagazineStore("arrays", BytesOptions(64 << 20));
        object[] held = [.. Enumerable.Range(0, 10).Select(static _ => new byte[1000])];
        PushAll();
        PopAll(out _);
        PushAll();
        long before = store.Depot.Exchanges;
        int onFastPath = 0;
        for (int i = 0; i < 1000; i++)
        {
            PopAll(out int fast);
            onFastPath += fast;
            PushAll();
        }

        // a trim, or the death of another test's threads, sends the thread through the slow path once
        Assert.InRange(onFastPath, 9_900, 10_000);
        Assert.InRange(store.Depot.Exchanges - before, 0, 10);
        Assert.Equal(10_000, store.GetStatistics().RetainedBytes);
        store.Dispose();

        void PushAll()
        {
            foreach (object item in held)
                Assert.True(store.TryPush(item) || store.PushSlow(item));
        }

        void PopAll(out int fast)
        {
            fast = 0;
            for (int i = 0; i < held.Length; i++)
            {
                object? item = store.TryPop();
                fast += item is null ? 0 : 1;
                held[i] = item ?? store.PopSlow()!;
                Assert.NotNull(held[i]);
            }
        }
    }

    /// <summary>A large item at hand may be more than the thread's share allows, once many threads have come.</summary>
    [Fact]
    public void ByteLimit_ShareFallsBelowTheItemAtHand_LetsItGoToTheDepot()
    {
        var store = new MagazineStore("arrays", BytesOptions(2 << 20));
        TestThread.Run(() =>
        {
            object large = store.PopSlow() ?? new byte[120 << 10];
            object small = store.PopSlow() ?? new byte[1 << 10];
            Push(store, large);
            Assert.Same(large, store.FindOwn().Spare);
            TestThread.RunAll(200, _ => Push(store, store.PopSlow() ?? new byte[100]));

            Push(store, small);

            Assert.InRange(store.FindOwn().RetainedBytes, 0, store.FindOwn().Bytes!.Credit);
            Assert.InRange(store.GetStatistics().RetainedBytes, 0, Charged(store));
        });
        store.Dispose();
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(5_000)]
    [InlineData(300_000)]
    [InlineData(10_000_000)]
    public void ByteLimit_SizesOfAllKinds_HoldsAtEveryInstant(long maximum)
    {
        var store = new MagazineStore("arrays", BytesOptions(maximum));
        TestThread.RunAll(3, index =>
        {
            var random = new Random(index);
            var held = new List<object>();
            for (int i = 0; i < 20_000; i++)
            {
                if (held.Count == 0 || (held.Count < 300 && random.Next(2) == 0))
                {
                    held.Add(store.TryPop() ?? store.PopSlow() ?? new byte[random.Next(10) == 0 ? random.Next(20_000) : random.Next(200)]);
                }
                else
                {
                    int last = held.Count - 1;
                    Push(store, held[last]);
                    held.RemoveAt(last);
                }

                if (i % 1000 == 0)
                    store.TrimIdle();

                if (i % 100 == 0 && index == 0)
                    Assert.InRange(Charged(store), 0, maximum);
            }

            held.ForEach(item => Push(store, item));
        });

        long walked = store.WalkRetainedBytes(static item => ((byte[])item).Length);
        Assert.InRange(walked, 0, maximum);
        Assert.Equal(walked, store.GetStatistics().RetainedBytes);
        store.Dispose();
    }

    /// <summary>What the ledger says is kept at most, under the lock: exact at this instant.</summary>
    private static long Charged(MagazineStore store)
    {
        using (store.Depot.Enter())
            return store.Depot.ChargedBytes;
    }

    private static StoreOptions BytesOptions(long maximum) =>
        new() { MaxRetained = 2048, MaxRetainedBytes = maximum, SizeOf = static item => ((byte[])item).Length };
}
