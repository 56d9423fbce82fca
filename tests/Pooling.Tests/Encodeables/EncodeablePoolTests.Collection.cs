#if !NETFRAMEWORK
using System.Runtime.CompilerServices;
using Pooling.Doubles;
using Pooling.Objects;

namespace Pooling.Encodeables;

/// <content>Tests pools that are collected without Dispose.</content>
public sealed partial class EncodeablePoolTests
{
    [Fact]
    [Trait("Category", "Gc")]
    public void PoolIsCollected_WithoutDispose_GivesItsIdBack() => WaitForTheEndOf(CreateAndForget());

    [Fact]
    [Trait("Category", "Gc")]
    public void PoolIsCollected_AfterTheThreadThatUsedItHasEnded_ForgetsTheThread()
    {
        MagazineStore? store = null;
        TestThread.Run(() => store = UseAndForget());

        WaitForTheEndOf(store!);

        Assert.Equal((0, 1), (store!.Threads.Count, store.GetStatistics().TotalRented));
    }

    [Fact]
    [Trait("Category", "Gc")]
    public void PoolIsCollected_WhileATokenIsLive_DoesNotEnd()
    {
        PooledRef<TrackedEncodeable> rental = RentAndForget();
        Collector.Collect();
        using (PooledRef<TrackedEncodeable> live = rental)
        {
            EncodeablePool pool = ((IPooledEncodeable)live.Value).PoolState.Type!;
            Assert.False(pool.Store.IsDisposed);
        }

        Assert.False(rental.IsLive);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static MagazineStore CreateAndForget() =>
        EncodeablePool.Create(static () => new TrackedEncodeable()).Store;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static PooledRef<TrackedEncodeable> RentAndForget() =>
        EncodeablePool.Create(static () => new TrackedEncodeable()).Rent();

    // Without the object, which refers to the pool, while the test refers to the store.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static MagazineStore UseAndForget()
    {
        EncodeablePool<TrackedEncodeable> pool = EncodeablePool.Create(static () => new TrackedEncodeable());
        pool.Rent().Dispose();
        pool.Trim();
        Assert.Equal(1, pool.Store.Threads.Count); // once it has ended, it may be forgotten at any moment
        return pool.Store;
    }

    private static void WaitForTheEndOf(MagazineStore store) => TestThread.WaitFor(
        () =>
        {
            Collector.Collect();
            return store.IsRemoved && store.IsAbandoned;
        },
        "the end of the pool");
}
#endif
