using System.Buffers;
using System.Runtime.CompilerServices;
using Pooling.Diagnostics;
using Pooling.Doubles;

namespace Pooling.Buffers;

public sealed partial class MagazineMemoryPoolTests
{
    [Theory]
    [InlineData(0)]
    [InlineData(3)]
    [InlineData(64)]
    public void Retention_OfBlocks_NeverExceedsTheLimit(int maxRetained)
    {
        var arrays = new CountingArrayPool<byte>();
        using var pool = new MagazineMemoryPool(new MagazineMemoryPoolOptions { MaxRetained = maxRetained }, arrayPool: arrays);
        for (int round = 0; round < 3; round++)
        {
            RentAndDispose(pool, 200, static _ => 4096);

            Assert.InRange(pool.GetStatistics().Retained, Math.Min(maxRetained, 1), maxRetained + maxRetained / 8);
            Assert.Equal(pool.GetStatistics().Retained, arrays.InUse);
        }
    }

    [Theory]
    [InlineData(0)]
    [InlineData(5_000)]
    [InlineData(100_000)]
    [InlineData(10_000_000)]
    public void Retention_OfBytes_NeverExceedsTheLimit(int maxRetainedBytes)
    {
        var arrays = new CountingArrayPool<byte>();
        using var pool = new MagazineMemoryPool(new MagazineMemoryPoolOptions { MaxRetainedBytes = maxRetainedBytes }, arrayPool: arrays);
        for (int round = 0; round < 3; round++)
        {
            RentAndDispose(pool, 60, static i => i * 400);

            Assert.InRange(arrays.InUseLength, 0, maxRetainedBytes);
            Assert.Equal(arrays.InUseLength, pool.GetStatistics().RetainedBytes);
            Assert.Equal(arrays.InUseLength, pool.ChargedBytes);
        }
    }

    [Theory]
    [InlineData(255, 1)]
    [InlineData(4095, 2049)]
    [InlineData(4096, 4097)]
    public void Retention_OfABlockAboveTheCapacity_IsNone(int maxRetainedCapacity, int length)
    {
        var arrays = new CountingArrayPool<byte>();
        using var pool = new MagazineMemoryPool(
            new MagazineMemoryPoolOptions { MaxRetainedCapacity = maxRetainedCapacity }, arrayPool: arrays);
        pool.Rent(length).Dispose();

        Assert.Equal((0, 1), (pool.GetStatistics().Retained, pool.GetStatistics().TotalDropped));
        arrays.AssertAllReturned();
    }

    [Fact]
    public void Trim_ReturnsTheArraysOfIdleBlocks()
    {
        var arrays = new CountingArrayPool<byte>();
        using var pool = new MagazineMemoryPool(arrayPool: arrays);
        using IMemoryOwner<byte> held = pool.Rent();
        held.Memory.Span.Fill(3);
        RentAndDispose(pool, 100, static i => i * 100);
        pool.Trim();

        Assert.Equal(1, arrays.InUse);
        Assert.Equal(0, pool.GetStatistics().Retained);
        Assert.Equal(4096, pool.ChargedBytes);
        Assert.Equal(3, held.Memory.Span[4095]);
    }

    [Fact]
    public void TrimAfter_WhenItHasPassed_ReleasesWhatNobodyNeeded()
    {
        var clock = new ManualTimeProvider();
        var arrays = new CountingArrayPool<byte>();
        using var pool = new MagazineMemoryPool(arrayPool: arrays, timeProvider: clock);
        RentAndDispose(pool, 500, static _ => 4096);
        Assert.Equal(500, arrays.InUse);

        TestThread.WaitFor(
            () =>
            {
                clock.Advance(TimeSpan.FromSeconds(11));
                RentAndDispose(pool, 80, static _ => 4096); // more than a thread's magazines hold: through the depot
                return arrays.InUse < 200;
            },
            "the trim");
    }

    [Fact]
    public void Dispose_OfThePool_ReturnsIdleArraysAndRefusesToRent()
    {
        var arrays = new CountingArrayPool<byte>();
        var pool = new MagazineMemoryPool(new MagazineMemoryPoolOptions { Name = "sockets" }, arrayPool: arrays);
        RentAndDispose(pool, 100, static i => i * 100);
        pool.Dispose();
        pool.Dispose();

        arrays.AssertAllReturned();
        // for sizes that were used, one that was not, and one that is not kept
        foreach (int length in new[] { -1, 0, 100, 500_000, 2 << 20 })
            Assert.Equal("sockets", Assert.Throws<ObjectDisposedException>(() => pool.Rent(length)).ObjectName);
    }

    [Theory]
    [InlineData(100)]
    [InlineData(2 << 20)]
    public void Dispose_OfThePool_LeavesRentedBlocksGood(int length)
    {
        var arrays = new CountingArrayPool<byte>();
        var pool = new MagazineMemoryPool(arrayPool: arrays);
        IMemoryOwner<byte> owner = pool.Rent(length);
        owner.Memory.Span.Fill(5);
        pool.Dispose();

        Assert.Equal(5, owner.Memory.Span[length - 1]);
        owner.Dispose();
        arrays.AssertAllReturned();
        Assert.Throws<ObjectDisposedException>(() => owner.Memory.Length);
        Assert.Equal((0, 0), (pool.GetStatistics().InUse, pool.GetStatistics().Retained));
        Assert.Equal(0, pool.ChargedBytes);
    }

    [Fact]
    [Trait("Category", "Gc")]
    public void Pool_ThatNobodyReferences_IsCollectedWithItsBlocks()
    {
        (WeakReference pool, WeakReference idle) = UseAndForget();

        Collector.WaitForDeath(pool);

        // Any slow path of this thread releases the items that it keeps of collected pools.
        TestThread.WaitFor(
            () =>
            {
                using var other = new MagazineMemoryPool();
                other.Rent().Dispose();
                Collector.Collect();
                return !idle.IsAlive;
            },
            "the idle block");
    }

    [Fact]
    [Trait("Category", "Gc")]
    public void Owner_ThatNobodyDisposes_CountsNoBytesAnyMore()
    {
        using var pool = new MagazineMemoryPool();
        Leak(pool, static owner => owner);
        TestThread.WaitFor(
            () =>
            {
                Collector.Collect();
                return pool.ChargedBytes == 0;
            },
            "the bytes of collected blocks");

        Assert.Equal(10, pool.GetStatistics().InUse);
    }

    [Fact]
    [Trait("Category", "Gc")]
    public void Owner_DisposedByAFinalizer_IsKeptOnlyIfItCounts()
    {
        var arrays = new CountingArrayPool<byte>();
        var options = new MagazineMemoryPoolOptions { TrimAfter = Timeout.InfiniteTimeSpan };
        using var pool = new MagazineMemoryPool(options, arrayPool: arrays);
        Leak(pool, static owner => new FinalizedHolder(owner));
        TestThread.WaitFor(
            () =>
            {
                Collector.Collect();
                return pool.GetStatistics().InUse == 0;
            },
            "the finalizers");

        Collector.Collect();
        PoolStatistics statistics = pool.GetStatistics();
        Assert.Equal(statistics.RetainedBytes, pool.ChargedBytes);
        Assert.Equal(statistics.Retained, arrays.InUse);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static (WeakReference Pool, WeakReference Idle) UseAndForget()
    {
        var pool = new MagazineMemoryPool();
        RentAndDispose(pool, 10, static _ => 4096);
        IMemoryOwner<byte> owner = pool.Rent();
        owner.Dispose();
        return (new WeakReference(pool), new WeakReference(owner));
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Leak(MagazineMemoryPool pool, Func<IMemoryOwner<byte>, object> hold)
    {
        var held = new List<object>();
        for (int i = 0; i < 10; i++)
            held.Add(hold(pool.Rent()));

        Assert.Equal(10 * 4096, pool.ChargedBytes);
        held.Clear();
    }

    private static void RentAndDispose(MagazineMemoryPool pool, int blocks, Func<int, int> lengthOf)
    {
        var owners = new IMemoryOwner<byte>[blocks];
        for (int i = 0; i < blocks; i++)
            owners[i] = pool.Rent(lengthOf(i));

        foreach (IMemoryOwner<byte> owner in owners)
            owner.Dispose();
    }

    private sealed class FinalizedHolder(IMemoryOwner<byte> owner)
    {
        ~FinalizedHolder() => owner.Dispose();
    }
}
