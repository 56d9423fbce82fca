using System.Buffers;
using Microsoft.Extensions.ObjectPool;
using Pooling.Doubles;
using Pooling.Objects;

namespace Pooling.Buffers;

/// <content>Tests hostile uses: owners in other pools, clocks that call back, and sizes that are no longer used.</content>
public sealed partial class MagazineMemoryPoolTests
{
    /// <summary>Checks that other pools treat an owner only as a disposable, because they must not return its array.</summary>
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Owner_RefusedByAPoolOfOthers_IsDisposed(bool disposesItself)
    {
        var arrays = new CountingArrayPool<byte>();
        using var blocks = new MagazineMemoryPool(arrayPool: arrays);
        using var owners = new MagazinePool<IMemoryOwner<byte>>(new OwnerPolicy(blocks, disposesItself));
        IMemoryOwner<byte> owner = owners.Get();
        owners.Return(owner);

        Assert.Throws<ObjectDisposedException>(() => owner.Memory.Length);
        Assert.Equal((0, 1), (blocks.GetStatistics().InUse, blocks.GetStatistics().Retained));
        Assert.Equal((0, 4096L), (arrays.TotalReturned, blocks.ChargedBytes));
    }

    [Fact]
    public void Owner_DroppedByALeasePoolThatIsDisposed_IsDisposed()
    {
        using var blocks = new MagazineMemoryPool();
        var owners = LeasePool.Create(() => blocks.Rent());
        owners.Rent().Dispose();
        owners.Dispose();

        Assert.Equal((0, 1), (blocks.GetStatistics().InUse, blocks.GetStatistics().Retained));
    }

    [Fact]
    public void Rent_Zero_GivesTheBlockSize()
    {
        using var pool = new MagazineMemoryPool(new MagazineMemoryPoolOptions { BlockSize = 3000 });
        using IMemoryOwner<byte> owner = pool.Rent(0);

        Assert.Equal(3000, owner.Memory.Length);
    }

    [Fact]
    public void Rent_WithAClockThatRents_MakesEachSizeOnce()
    {
        var arrays = new CountingArrayPool<byte>();
        var clock = new CallingTimeProvider();
        var pool = new MagazineMemoryPool(arrayPool: arrays, timeProvider: clock);
        IMemoryOwner<byte>? inner = null;
        clock.Called = () =>
        {
            clock.Called = null; // once
            inner = pool.Rent(100);
        };
        pool.Rent(100).Dispose();
        inner!.Dispose();

        Assert.Equal((2L, 2L), (pool.GetStatistics().TotalRented, pool.GetStatistics().TotalReturned));
        pool.Dispose();
        Assert.Equal((0, 0L), (arrays.InUse, pool.ChargedBytes));
    }

    [Fact]
    public void Rent_OfOneSize_ReleasesOthersThatNobodyNeedsAnyMore()
    {
        var clock = new ManualTimeProvider();
        using var pool = new MagazineMemoryPool(timeProvider: clock);
        RentAndDispose(pool, 200, static _ => 65_536);
        var held = new List<IMemoryOwner<byte>>();

        TestThread.WaitFor(
            () =>
            {
                clock.Advance(TimeSpan.FromSeconds(11));
                held.Add(pool.Rent());
                return pool.GetStatistics().RetainedBytes <= 17 * 65_536; // the blocks that this thread keeps
            },
            "the trim of the other size");
        held.ForEach(static owner => owner.Dispose());
    }

    private sealed class OwnerPolicy(MagazineMemoryPool blocks, bool disposesItself) : IPooledObjectPolicy<IMemoryOwner<byte>>
    {
        public IMemoryOwner<byte> Create() => blocks.Rent();

        public bool Return(IMemoryOwner<byte> obj)
        {
            if (disposesItself)
                obj.Dispose();

            return false;
        }
    }
}
