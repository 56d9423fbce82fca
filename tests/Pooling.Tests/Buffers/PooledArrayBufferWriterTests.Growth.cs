using Pooling.Doubles;

namespace Pooling.Buffers;

/// <summary>Tests growth and its limits.</summary>
public sealed partial class PooledArrayBufferWriterTests
{
    [Fact]
    public void Growth_KeepsTheContentAndReturnsTheOldArrayOnce()
    {
        var pool = new CountingArrayPool<byte>();
        var writer = new PooledArrayBufferWriter<byte>(new() { InitialCapacity = 16 }, pool);
        writer.Write([1, 2, 3]);
        writer.GetSpan(1000);

        Assert.Equal([1, 2, 3], writer.WrittenSpan.ToArray());
        Assert.Equal(1, pool.TotalReturned);
        writer.Dispose();
        pool.AssertAllReturned();
    }

    [Fact]
    public void Growth_ByOneItemAtATime_Doubles()
    {
        var pool = new CountingArrayPool<byte>();
        using var writer = new PooledArrayBufferWriter<byte>(new() { InitialCapacity = 16 }, pool);
        for (int i = 0; i < 1000; i++)
            writer.Write([0]);

        Assert.Equal([16, 32, 64, 128, 256, 512, 1024], pool.Requests.ToArray());
    }

    [Theory]
    [InlineData(17)]
    [InlineData(1025)]
    [InlineData(65537)]
    [InlineData(100_000)]
    public void Growth_ToAnyLength_RentsPowersOfTwo(int length)
    {
        var pool = new CountingArrayPool<byte>();
        using var writer = new PooledArrayBufferWriter<byte>(new() { InitialCapacity = 16 }, pool);
        writer.GetSpan(length);
        writer.GetMemory((2 * length) + 1);

        Assert.All(pool.Requests, static request => Assert.Equal(0, request & (request - 1)));
    }

    [Fact]
    public void Growth_ToTheMaximum_UsesAllOfIt()
    {
        var pool = new CountingArrayPool<byte>();
        using var writer = new PooledArrayBufferWriter<byte>(new() { InitialCapacity = 64, MaxCapacity = 100 }, pool);
        writer.Write(new byte[100]);

        Assert.Equal([64, 100], pool.Requests.ToArray());
        Assert.Equal(100, writer.WrittenCount);
        Assert.Equal(0, writer.FreeCapacity);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(0)]
    [InlineData(int.MaxValue)]
    public void GetSpan_BeyondTheMaximum_ThrowsAndChangesNothing(int sizeHint)
    {
        var pool = new CountingArrayPool<byte>();
        using var writer = new PooledArrayBufferWriter<byte>(new() { MaxCapacity = 100 }, pool);
        byte[] content = new byte[100];
        content[99] = 1;
        writer.Write(content);

        var exception = Assert.Throws<BufferCapacityExceededException>(() => { writer.GetSpan(sizeHint); });
        Assert.Throws<BufferCapacityExceededException>(() => { writer.GetMemory(sizeHint); });

        Assert.Equal(100L + Math.Max(1, sizeHint), exception.Requested);
        Assert.Equal(100, exception.MaxCapacity);
        Assert.Equal(content, writer.WrittenSpan.ToArray());
        Assert.Equal(1, pool.TotalRented);
    }

    [Fact]
    public void Write_BeyondTheMaximum_WritesNothing()
    {
        using var writer = new PooledArrayBufferWriter<byte>(new BufferWriterOptions { MaxCapacity = 4 });
        writer.Write([1, 2, 3]);

        Assert.Throws<BufferCapacityExceededException>(() => writer.Write([4, 5]));

        Assert.Equal([1, 2, 3], writer.WrittenSpan.ToArray());
        writer.Write([4]);
        Assert.Equal(4, writer.WrittenCount);
    }

    [Fact]
    public void GetSpan_WithTheLargestHintAndContent_IsRefusedBeforeRenting()
    {
        var pool = new CountingArrayPool<byte>();
        using var writer = new PooledArrayBufferWriter<byte>(new() { MaxCapacity = int.MaxValue }, pool);
        writer.Write([1, 2]);

        var exception = Assert.Throws<BufferCapacityExceededException>(() => { writer.GetSpan(int.MaxValue); });

        Assert.Equal(int.MaxValue + 2L, exception.Requested);
        Assert.Equal([1, 2], writer.WrittenSpan.ToArray());
        Assert.Equal(1, pool.TotalRented);
    }

    [Fact]
    public void GetSpan_WithTheLargestHintAndNoContent_IsRefusedBeforeRenting()
    {
        var pool = new CountingArrayPool<byte>();
        using var writer = new PooledArrayBufferWriter<byte>(new() { InitialCapacity = 0, MaxCapacity = int.MaxValue }, pool);

        Assert.Throws<BufferCapacityExceededException>(() => { writer.GetSpan(int.MaxValue); });

        Assert.Equal(0, pool.TotalRented);
    }

    [Fact]
    public void GetSpan_ForMoreThanTheDefaultMax_IsRefusedBeforeRenting()
    {
        var pool = new CountingArrayPool<byte>();
        using var writer = new PooledArrayBufferWriter<byte>(new(), pool);

        Assert.Throws<BufferCapacityExceededException>(() => { writer.GetSpan((256 << 20) + 1); });

        Assert.Equal(1, pool.TotalRented);
    }

    [Fact]
    public void Exceeding_ReportsTheLimitInItsMessage()
    {
        using var bytes = new PooledArrayBufferWriter<byte>(new BufferWriterOptions { MaxCapacity = 256 });
        using var texts = new PooledArrayBufferWriter<string>(new BufferWriterOptions { MaxCapacity = 256 });

        Assert.Equal(
            "The buffer needs 300 bytes, which exceeds its MaxCapacity of 256 bytes.",
            Assert.Throws<BufferCapacityExceededException>(() => { bytes.GetSpan(300); }).Message);
        Assert.Equal(
            "The buffer needs 300 items, which exceeds its MaxCapacity of 256 items.",
            Assert.Throws<BufferCapacityExceededException>(() => { texts.GetSpan(300); }).Message);
        Assert.Equal(
            "The buffer needs 2 bytes, which exceeds its MaxCapacity of 1 byte.", new BufferCapacityExceededException(2, 1).Message);
    }

    [Theory]
    [InlineData(1, 1 << 30)] // doubled to a power of two
    [InlineData((1 << 30) + 1, (1 << 30) + (1 << 20))] // no greater power of two: whole MiB
    [InlineData(2_000_000_000, 2_000_683_008)]
    public void Growth_AtHalfAGiB_AsksForARoundLength(int sizeHint, int expected)
    {
        int asked = 0;
        var pool = new CountingArrayPool<byte>(static _ => 1) { OnRent = length => asked = length };
        using var writer = new PooledArrayBufferWriter<byte>(new() { InitialCapacity = 0, MaxCapacity = int.MaxValue }, pool);

        // The pool throws intentionally, because this size need not be allocated to check the requested length.
        Assert.Throws<InvalidOperationException>(() => { writer.GetSpan(Math.Max(sizeHint, (1 << 29) + 1)); });

        Assert.Equal(expected, asked);
    }

#if !NETFRAMEWORK
    [Fact]
    public void Growth_PastOneGiB_KeepsTheContent()
    {
        // Uninitialized and untouched, the large arrays use address space but no memory.
        var large = new UninitializedArrayPool();
        using var writer = new PooledArrayBufferWriter<byte>(new() { InitialCapacity = 512 << 20, MaxCapacity = int.MaxValue }, large);
        writer.Write([1, 2, 3]);

        Span<byte> span = writer.GetSpan(1100 << 20);
        span[(1100 << 20) - 1] = 4;
        writer.Advance(1100 << 20);
        Assert.Equal(1101 << 20, writer.Capacity);
        Assert.Equal((1100 << 20) + 3, writer.WrittenCount);
        Assert.Equal(4, writer.WrittenSpan[^1]);

        writer.Truncate(3);
        Assert.Throws<InjectedFaultException>(() => { writer.GetSpan(1600 << 20); });
        Assert.Equal(Array.MaxLength, large.LastRequest);
        Assert.Equal([1, 2, 3], writer.WrittenSpan.ToArray());
    }
#endif

    [Fact]
    public void GetSpan_WhenThePoolThrows_LeavesTheWriterAsItWas()
    {
        var pool = new CountingArrayPool<byte>(2, FaultMoment.After);
        var writer = new PooledArrayBufferWriter<byte>(new() { InitialCapacity = 16 }, pool);
        writer.Write([1, 2, 3]);

        Assert.Throws<InjectedFaultException>(() => { writer.GetSpan(100); });

        Assert.Equal([1, 2, 3], writer.WrittenSpan.ToArray());
        Assert.Equal(16, writer.Capacity);
        Assert.Equal(0, pool.TotalReturned);
        writer.Write(new byte[100]);
        Assert.Equal(103, writer.WrittenCount);
        writer.Dispose();
        pool.AssertAllReturned();
    }

    [Fact]
    public void Write_WhenThePoolThrows_LeavesTheWriterAsItWas()
    {
        var pool = new CountingArrayPool<byte>(2, FaultMoment.After);
        var writer = new PooledArrayBufferWriter<byte>(new() { InitialCapacity = 16 }, pool);
        writer.Write([1, 2, 3]);

        Assert.Throws<InjectedFaultException>(() => writer.Write(new byte[100]));

        Assert.Equal([1, 2, 3], writer.WrittenSpan.ToArray());
        writer.Dispose();
        pool.AssertAllReturned();
    }

    [Fact]
    public void GetSpan_WhenReturningTheOldArrayThrows_KeepsTheContentAndReturnsItOnce()
    {
        var pool = new CountingArrayPool<byte>(3, FaultMoment.After);
        var writer = new PooledArrayBufferWriter<byte>(new() { InitialCapacity = 16 }, pool);
        writer.Write([1, 2, 3]);

        Assert.Throws<InjectedFaultException>(() => { writer.GetSpan(100); });

        Assert.Equal([1, 2, 3], writer.WrittenSpan.ToArray());
        writer.Dispose();
        pool.AssertAllReturned();
    }

    [Fact]
    public void GetSpan_WhenThePoolGivesAShortArray_ThrowsAndKeepsTheContent()
    {
        int rentals = 0;
        var pool = new CountingArrayPool<byte>(length => rentals++ == 0 ? length : length - 1);
        using var writer = new PooledArrayBufferWriter<byte>(new() { InitialCapacity = 16 }, pool);
        writer.Write([1, 2, 3]);

        Assert.Throws<InvalidOperationException>(() => { writer.GetSpan(100); });

        Assert.Equal([1, 2, 3], writer.WrittenSpan.ToArray());
    }

    [Fact]
    public void GetSpan_WhenDisposedDuringTheGrowth_ThrowsAndReturnsBothArraysOnce()
    {
        PooledArrayBufferWriter<byte>? writer = null;
        var pool = new CountingArrayPool<byte>();
        writer = new PooledArrayBufferWriter<byte>(new() { InitialCapacity = 16 }, pool);
        pool.OnRent = _ => writer.Dispose();

        Assert.Throws<ObjectDisposedException>(() => { writer.GetSpan(100); });

        pool.AssertAllReturned();
    }

    [Fact]
    public void Arrays_OfTheSharedPool_GoBackWhateverTheirLength()
    {
        // The shared pool throws for an array with a length that it does not use.
        foreach (int length in new[] { 0, 1, 15, 17, 255, 257, 4097, 100_000, 1_048_577, 3_000_000 })
        {
            var writer = new PooledArrayBufferWriter<byte>(
                new BufferWriterOptions { InitialCapacity = length, MaxCapacity = 10_000_000 });
            writer.Write(new byte[(2 * length) + 1]);
            writer.Detach().Dispose();
            writer.Write([1]);
            writer.Dispose();
        }
    }
}
