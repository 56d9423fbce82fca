using System.Buffers;
using System.Runtime.InteropServices;
using Pooling.Diagnostics;
using Pooling.Doubles;

namespace Pooling.Buffers;

public sealed partial class MagazineMemoryPoolTests
{
    public static TheoryData<int> Lengths => [1, 255, 256, 257, 4095, 4096, 4097, 65_536, 65_537, 1 << 20, (1 << 20) + 1, 3_000_000];

    [Theory]
    [MemberData(nameof(Lengths))]
    public void Rent_GivesExactlyWhatWasAskedFor(int length)
    {
        using var pool = new MagazineMemoryPool();
        for (int i = 0; i < 3; i++)
        {
            using IMemoryOwner<byte> owner = pool.Rent(length);

            Assert.Equal(length, owner.Memory.Length);
            owner.Memory.Span.Fill(7);
        }
    }

    [Fact]
    public void Rent_WithoutALength_GivesTheBlockSize()
    {
        using var pool = new MagazineMemoryPool();
        using IMemoryOwner<byte> first = pool.Rent();
        using IMemoryOwner<byte> second = pool.Rent(-1);

        Assert.Equal((4096, 4096), (first.Memory.Length, second.Memory.Length));
    }

    /// <summary>Checks invalid lengths, which are refused like in the pool of the base class library.</summary>
    [Theory]
    [InlineData(-2)]
    [InlineData(int.MinValue)]
    [InlineData(int.MaxValue)]
    public void Rent_ABadLength_IsRefusedBeforeAnythingIsRented(int length)
    {
        var arrays = new CountingArrayPool<byte>();
        using var pool = new MagazineMemoryPool(arrayPool: arrays);

#if !NETFRAMEWORK // whose shared pool makes an array of any length
        Assert.ThrowsAny<ArgumentOutOfRangeException>(() => MemoryPool<byte>.Shared.Rent(length));
#endif
        Assert.Equal("minBufferSize", Assert.Throws<ArgumentOutOfRangeException>(() => pool.Rent(length)).ParamName);
        Assert.Equal(0, arrays.TotalRented);
        Assert.Equal(default, pool.GetStatistics());
    }

#if !NETFRAMEWORK
    [Fact]
    public void MaxBufferSize_IsThatOfTheSharedPool() =>
        Assert.Equal(MemoryPool<byte>.Shared.MaxBufferSize, MagazineMemoryPool.Shared.MaxBufferSize);
#endif

    [Fact]
    public void Rent_AfterDispose_GivesTheSameBlock()
    {
        using var pool = new MagazineMemoryPool();
        IMemoryOwner<byte> first = pool.Rent(300);
        byte[] array = ArrayOf(first);
        first.Dispose();
        using IMemoryOwner<byte> second = pool.Rent(512);

        Assert.Same(first, second);
        Assert.Same(array, ArrayOf(second));
        Assert.Equal(512, second.Memory.Length);
    }

    [Fact]
    public void Memory_IsThatOfAnArray()
    {
        using IMemoryOwner<byte> owner = MagazineMemoryPool.Shared.Rent(1000);

        Assert.True(MemoryMarshal.TryGetArray((ReadOnlyMemory<byte>)owner.Memory, out ArraySegment<byte> segment));
        Assert.Equal((0, 1000), (segment.Offset, segment.Count));
    }

    [Theory]
    [InlineData(4096)]
    [InlineData(2 << 20)]
    public void Memory_WhileIdle_Throws(int length)
    {
        using var pool = new MagazineMemoryPool();
        IMemoryOwner<byte> owner = pool.Rent(length);
        owner.Dispose();

        Assert.Throws<ObjectDisposedException>(() => owner.Memory.Length);
    }

    [Theory]
    [InlineData(4096)]
    [InlineData(2 << 20)]
    public void Dispose_ASecondTimeWhileIdle_IsRefused(int length)
    {
        using var pool = new MagazineMemoryPool();
        IMemoryOwner<byte> owner = pool.Rent(length);
        owner.Dispose();
        PoolStatistics before = pool.GetStatistics();
        owner.Dispose();
        owner.Dispose();
        PoolStatistics after = pool.GetStatistics();
        using IMemoryOwner<byte> first = pool.Rent(length);
        using IMemoryOwner<byte> second = pool.Rent(length);

        Assert.Equal(before with { RefusedReturns = 2 }, after);
        Assert.NotSame(first, second);
        Assert.NotSame(ArrayOf(first), ArrayOf(second));
    }

    /// <summary>Checks a case that a raw pool does not protect against, as its documentation states.</summary>
    [Fact]
    public void Dispose_ASecondTimeAfterTheNextRental_EndsThatRental()
    {
        using var pool = new MagazineMemoryPool();
        IMemoryOwner<byte> stale = pool.Rent();
        stale.Dispose();
        IMemoryOwner<byte> next = pool.Rent();
        stale.Dispose();

        Assert.Same(stale, next);
        Assert.Throws<ObjectDisposedException>(() => next.Memory.Length);
        Assert.Equal(0, pool.GetStatistics().InUse);
    }

    [Fact]
    public void Dispose_WithClearOnReturn_LeavesNothingToTheNextRenter()
    {
        byte[]? dropped = null;
        var arrays = new CountingArrayPool<byte> { OnReturned = array => dropped = (byte[])array.Clone() };
        using var pool = new MagazineMemoryPool(
            new MagazineMemoryPoolOptions { ClearOnReturn = true, MaxRetainedCapacity = 4096 }, arrayPool: arrays);
        using (IMemoryOwner<byte> owner = pool.Rent(3000))
            owner.Memory.Span.Fill(1);
        using (IMemoryOwner<byte> owner = pool.Rent(4096))
            Assert.All(owner.Memory.ToArray(), static one => Assert.True(one is 0 or TestPoolOptions.FreshPattern));
        using (IMemoryOwner<byte> owner = pool.Rent(5000))
            owner.Memory.Span.Fill(1);

        Assert.NotNull(dropped);
        Assert.All(dropped, static one => Assert.True(one is 0 or TestPoolOptions.FreshPattern));
    }

    [Fact]
    public void Dispose_WithoutClearing_LeavesTheBytes()
    {
        using var pool = new MagazineMemoryPool();
        using (IMemoryOwner<byte> owner = pool.Rent())
            owner.Memory.Span.Fill(9);
        using IMemoryOwner<byte> next = pool.Rent();

        Assert.Equal(9, next.Memory.Span[4095]);
    }

    [Fact]
    public void GetStatistics_CountsBlocksOfEverySize()
    {
        using var pool = new MagazineMemoryPool(arrayPool: new CountingArrayPool<byte>());
        pool.Rent(100).Dispose();
        pool.Rent(4096).Dispose();
        pool.Rent(2 << 20).Dispose();
        IMemoryOwner<byte>[] held = [pool.Rent(100), pool.Rent(60_000), pool.Rent(2 << 20)];
        PoolStatistics during = pool.GetStatistics();
        foreach (IMemoryOwner<byte> owner in held)
            owner.Dispose();

        PoolStatistics after = pool.GetStatistics();
        Assert.Equal((6, 3, 3), (during.TotalRented, during.TotalReturned, during.InUse));
        Assert.Equal((1, 4096, 5, 1), (during.Retained, during.RetainedBytes, during.TotalCreated, during.TotalDropped));
        Assert.Equal((6, 0, 2), (after.TotalReturned, after.InUse, after.TotalDropped));
        Assert.Equal((3, 256 + 4096 + 65_536), (after.Retained, after.RetainedBytes));
    }

    [Fact]
    public void Name_IsThatOfTheOptionsOrOfTheType()
    {
        using var named = new MagazineMemoryPool(new MagazineMemoryPoolOptions { Name = "sockets" });
        using var unnamed = new MagazineMemoryPool();

        Assert.Equal(("sockets", "MagazineMemoryPool"), (named.Name, unnamed.Name));
        Assert.Equal("sockets: Retained = 0, InUse = 0, 0 bytes of blocks", named.DebuggerText);
    }

    [Fact]
    public void Shared_IsOnePoolOfOurs_AndDisposingItHasNoEffect()
    {
        MagazineMemoryPool.Shared.Dispose();
        using IMemoryOwner<byte> owner = MagazineMemoryPool.Shared.Rent();

        Assert.Same(MagazineMemoryPool.Shared, MagazineMemoryPool.Shared);
        Assert.NotSame(MemoryPool<byte>.Shared, MagazineMemoryPool.Shared);
        Assert.Equal(4096, owner.Memory.Length);
    }

    private static byte[] ArrayOf(IMemoryOwner<byte> owner)
    {
        Assert.True(MemoryMarshal.TryGetArray((ReadOnlyMemory<byte>)owner.Memory, out ArraySegment<byte> segment));
        return segment.Array!;
    }
}
