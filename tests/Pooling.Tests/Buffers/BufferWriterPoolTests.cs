using Pooling.Diagnostics;
using Pooling.Doubles;
using Pooling.Objects;

namespace Pooling.Buffers;

public sealed class BufferWriterPoolTests
{
    [Fact]
    public void Shared_IsOnePool() => Assert.Same(BufferWriterPool.Shared, BufferWriterPool.Shared);

    [Fact]
    public void Dispose_OfShared_ThrowsAndHarmsNothing()
    {
        Assert.Throws<InvalidOperationException>(BufferWriterPool.Shared.Dispose);

        using PooledLease<PooledArrayBufferWriter<byte>> lease = BufferWriterPool.Shared.Rent();
        lease.Value.Write([1]);
    }

    [Fact]
    public void Rent_WithOptions_ObeysThem()
    {
        var arrays = new CountingArrayPool<byte>();
        using var pool = new BufferWriterPool(new BufferWriterPoolOptions { InitialCapacity = 1000, MaxCapacity = 5000 },
            arrayPool: arrays);
        using PooledLease<PooledArrayBufferWriter<byte>> lease = pool.Rent();
        lease.Value.Write([1]);

        Assert.Equal([1024], arrays.Requests.ToArray());
        Assert.Equal(5000, lease.Value.MaxCapacity);
        Assert.Throws<BufferCapacityExceededException>(() => { lease.Value.GetSpan(5000); });
    }

    [Fact]
    public void Rent_WithoutWriting_RentsNoArray()
    {
        var arrays = new CountingArrayPool<byte>();
        using var pool = new BufferWriterPool(arrayPool: arrays);
        pool.Rent().Dispose();

        Assert.Equal(0, arrays.TotalRented);
    }

    [Fact]
    public void Rent_WithASize_HasRoomForIt()
    {
        using var pool = new BufferWriterPool(new BufferWriterPoolOptions { MaxCapacity = 5_000 });
        using PooledLease<PooledArrayBufferWriter<byte>> lease = pool.Rent(4_000);
        PooledArrayBufferWriter<byte> writer = lease.Value;

        Assert.InRange(writer.Capacity, 4_000, 5_000);
        Assert.Equal(0, writer.WrittenCount);
        Assert.Throws<ArgumentOutOfRangeException>("sizeHint", () => pool.Rent(-1));
        Assert.Throws<BufferCapacityExceededException>(() => pool.Rent(5_001));
        Assert.Equal(1, pool.GetStatistics().InUse);
    }

    [Fact]
    public void Rent_AfterDispose_ThrowsAndNamesThePool()
    {
        var pool = new BufferWriterPool(new BufferWriterPoolOptions { Name = "frames" });
        pool.Dispose();

        Assert.Equal("frames", Assert.Throws<ObjectDisposedException>(() => { pool.Rent(); }).ObjectName);
        Assert.Throws<ObjectDisposedException>(() => { PooledArrayBufferWriter.Rent(pool); });
    }

    [Fact]
    public void Dispose_ReturnsTheArraysOfRetainedWriters()
    {
        var arrays = new CountingArrayPool<byte>();
        var pool = new BufferWriterPool(arrayPool: arrays);
        Fill(pool, 40);
        Assert.True(arrays.InUse > 0);
        pool.Dispose();
        pool.Dispose();

        arrays.AssertAllReturned();
    }

    [Fact]
    public void Dispose_WhileAWriterIsRented_ReturnsItsArrayWithTheLease()
    {
        var arrays = new CountingArrayPool<byte>();
        var pool = new BufferWriterPool(arrayPool: arrays);
        PooledLease<PooledArrayBufferWriter<byte>> lease = pool.Rent();
        lease.Value.Write([1]);
        pool.Dispose();
        Assert.Equal([1], lease.Value.WrittenSpan.ToArray());
        PooledArrayBufferWriter<byte> writer = lease.Value;
        lease.Dispose();

        arrays.AssertAllReturned();
        Assert.Throws<ObjectDisposedException>(() => writer.GetSpan().Length);
    }

    [Fact]
    public void Trim_ReturnsTheArraysOfRetainedWriters()
    {
        var arrays = new CountingArrayPool<byte>();
        using var pool = new BufferWriterPool(arrayPool: arrays);
        Fill(pool, 40);
        pool.Trim();

        arrays.AssertAllReturned();
        Assert.Equal(0, pool.GetStatistics().Retained);
    }

    [Theory]
    [InlineData(0, 4096)]
    [InlineData(3, 4096)]
    [InlineData(64, 0)]
    [InlineData(64, 1024)]
    [InlineData(100, 4096)]
    public void Retention_NeverExceedsWritersTimesCapacityAndThatOfTheThread(int maxRetained, int maxRetainedCapacity)
    {
        var arrays = new CountingArrayPool<byte>();
        using var pool = new BufferWriterPool(new BufferWriterPoolOptions
        {
            MaxRetained = maxRetained,
            MaxRetainedCapacity = maxRetainedCapacity,
        }, arrayPool: arrays);

        Fill(pool, 200);

        int most = maxRetained + Math.Min(8, maxRetained / 8);
        Assert.InRange(pool.GetStatistics().Retained, 0, most);
        Assert.InRange(arrays.InUse, 0, most);
        Assert.InRange(arrays.InUseLength, 0, (long)most * maxRetainedCapacity);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(5_000)]
    [InlineData(100_000)]
    public void Retention_WithALowerLimitOfBytes_NeverExceedsIt(int maxRetainedBytes)
    {
        var arrays = new CountingArrayPool<byte>();
        using var pool = new BufferWriterPool(new BufferWriterPoolOptions { MaxRetainedBytes = maxRetainedBytes }, arrayPool: arrays);
        for (int round = 0; round < 5; round++)
        {
            Fill(pool, 100);

            Assert.InRange(pool.GetStatistics().RetainedBytes, 0, maxRetainedBytes);
            Assert.Equal(pool.GetStatistics().RetainedBytes, arrays.InUseLength);
        }
    }

    [Fact]
    public void Retention_WithALowerLimitOfBytes_StillKeepsWriters()
    {
        var arrays = new CountingArrayPool<byte>();
        using var pool = new BufferWriterPool(new BufferWriterPoolOptions { MaxRetainedBytes = 1 << 20 }, arrayPool: arrays);
        for (int i = 0; i < 100; i++)
        {
            using PooledLease<PooledArrayBufferWriter<byte>> lease = pool.Rent();
            lease.Value.Write(new byte[1000]);
        }

        Assert.Equal(1, arrays.TotalRented);
    }

    [Fact]
    public void Leases_WhenTheArrayPoolThrowsOnAnyCall_LeaveThePoolBalanced()
    {
        bool failed = true;
        int k = 0;
        while (failed)
        {
            k++;
            var arrays = new CountingArrayPool<byte>(k, FaultMoment.After);
            var pool = new BufferWriterPool(new BufferWriterPoolOptions { MaxRetainedCapacity = 1024 }, arrayPool: arrays);
            for (int i = 0; i < 6; i++)
                _ = Record.Exception(() => WriteOne(pool, i % 2 == 0 ? 100 : 5000));

            PoolStatistics statistics = pool.GetStatistics();
            Assert.Equal(0, statistics.InUse);
            Assert.Equal(statistics.TotalCreated, statistics.Retained + statistics.TotalDropped);
            _ = Record.Exception(pool.Dispose);
            arrays.AssertAllReturned();
            failed = arrays.Calls >= k; // a run without a fault ends the loop
        }

        Assert.True(k > 6);
    }

    [Fact]
    public void Leases_FromManyThreads_NeverShareAWriter()
    {
        var arrays = new CountingArrayPool<byte>();
        var pool = new BufferWriterPool(arrayPool: arrays);
        int mixed = 0;
        var threads = new Thread[8];
        for (int t = 0; t < threads.Length; t++)
        {
            byte mark = (byte)(t + 1);
            threads[t] = new Thread(() =>
            {
                byte[] message = new byte[64];
                message.AsSpan().Fill(mark);
                for (int i = 0; i < 5000; i++)
                {
                    using PooledLease<PooledArrayBufferWriter<byte>> lease = pool.Rent();
                    using PooledLease<PooledArrayBufferWriter<byte>> nested = pool.Rent();
                    lease.Value.Write(message);
                    nested.Value.Write(message);
                    if (!lease.Value.WrittenSpan.SequenceEqual(message) || !nested.Value.WrittenSpan.SequenceEqual(message))
                        Interlocked.Increment(ref mixed);
                }
            });
        }

        foreach (Thread thread in threads)
            thread.Start();
        foreach (Thread thread in threads)
            thread.Join();

        Assert.Equal(0, mixed);
        Assert.Equal(0, pool.GetStatistics().InUse);
        Assert.Empty(arrays.Errors);
    }

    [Fact]
    public void Lease_DisposedByTwoThreads_GivesTheWriterBackOnce()
    {
        using var pool = new BufferWriterPool();
        const int Rounds = 10_000;
        var leases = new PooledLease<PooledArrayBufferWriter<byte>>[Rounds];
        for (int i = 0; i < Rounds; i++)
            leases[i] = pool.Rent();

        int raced = LockStep.Run(Rounds, round => leases[round].Dispose());

        Assert.Equal(raced, pool.GetStatistics().TotalReturned);
    }

    private static void WriteOne(BufferWriterPool pool, int length)
    {
        using PooledLease<PooledArrayBufferWriter<byte>> lease = pool.Rent();
        lease.Value.Write(new byte[length]);
    }

    /// <summary>Rents many at once, writes different lengths, and returns all.</summary>
    private static void Fill(BufferWriterPool pool, int writers)
    {
        var leases = new PooledLease<PooledArrayBufferWriter<byte>>[writers];
        for (int i = 0; i < writers; i++)
        {
            leases[i] = pool.Rent();
            leases[i].Value.Write(new byte[(i + 1) * 50]);
        }

        foreach (PooledLease<PooledArrayBufferWriter<byte>> lease in leases)
            lease.Dispose();
    }
}
