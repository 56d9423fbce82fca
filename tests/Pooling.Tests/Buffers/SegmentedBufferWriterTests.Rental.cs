using System.Buffers;
using Pooling.Doubles;
using Pooling.Objects;

namespace Pooling.Buffers;

/// <summary>Tests rented writers: leases, and the chunks that the pool keeps and releases.</summary>
public sealed partial class SegmentedBufferWriterTests
{
    [Fact]
    public void Rent_WritesAndReturns_EmptyForTheNext()
    {
        using var pool = new BufferWriterPool();
        byte[] message = Message(200_000);
        for (int i = 0; i < 5; i++)
        {
            using PooledLease<SegmentedBufferWriter> lease = SegmentedBufferWriter.Rent(pool);
            Assert.Equal(0, lease.Value.WrittenCount);
            Assert.True(lease.Value.WrittenSequence.IsEmpty);
            lease.Value.Write(message);
            Assert.Equal(message, lease.Value.WrittenSequence.ToArray());
        }

        Assert.Equal(1, pool.GetStatistics().TotalCreated);
        Assert.Equal(0, pool.GetStatistics().InUse);
    }

    [Fact]
    public void Rent_FromTheSharedPool_Works()
    {
        using PooledLease<SegmentedBufferWriter> lease = SegmentedBufferWriter.Rent();
        lease.Value.Write([1, 2]);

        Assert.Equal([1, 2], lease.Value.WrittenSequence.ToArray());
    }

    [Fact]
    public void Dispose_OfARentedWriter_ThrowsAndKeepsIt()
    {
        using var pool = new BufferWriterPool();
        using PooledLease<SegmentedBufferWriter> lease = SegmentedBufferWriter.Rent(pool);
        lease.Value.Write([1]);

        Assert.Throws<InvalidOperationException>(lease.Value.Dispose);
        Assert.Equal(1, lease.Value.WrittenCount);
    }

    [Fact]
    public void Lease_DisposedTwice_ReturnsTheWriterOnce()
    {
        using var pool = new BufferWriterPool();
        PooledLease<SegmentedBufferWriter> lease = SegmentedBufferWriter.Rent(pool);
        lease.Dispose();
        lease.Dispose();
        using PooledLease<SegmentedBufferWriter> first = SegmentedBufferWriter.Rent(pool);
        using PooledLease<SegmentedBufferWriter> second = SegmentedBufferWriter.Rent(pool);
        lease.Dispose();

        Assert.NotSame(first.Value, second.Value);
        Assert.Throws<ObjectDisposedException>(() => lease.Value);
    }

    [Fact]
    public void Rent_AfterTheFirst_TouchesNoArrayPool()
    {
        var arrays = new CountingArrayPool<byte>();
        using var pool = new BufferWriterPool(arrayPool: arrays);
        WriteAndReturn(pool, 1_000_000);
        long rented = arrays.TotalRented;
        for (int i = 0; i < 10; i++)
            WriteAndReturn(pool, 1_000_000);

        Assert.Equal(rented, arrays.TotalRented);
        Assert.Equal(0, arrays.TotalReturned);
    }

    [Fact]
    public void Return_OfManyChunks_KeepsNoMoreThanTheLimit()
    {
        var arrays = new CountingArrayPool<byte>();
        using var pool = new BufferWriterPool(new BufferWriterPoolOptions { MaxRetained = 4, MaxRetainedCapacity = 5 * Chunk },
            arrayPool: arrays);
        PooledLease<SegmentedBufferWriter>[] leases = [.. Enumerable.Range(0, 10).Select(_ => SegmentedBufferWriter.Rent(pool))];
        foreach (PooledLease<SegmentedBufferWriter> lease in leases)
        {
            for (int i = 0; i < 1000; i++)
                lease.Value.Write(new byte[1000]);
        }

        foreach (PooledLease<SegmentedBufferWriter> lease in leases)
            lease.Dispose();

        Assert.InRange(arrays.InUseLength, 1, (22 * Chunk) + (4 * 20_480)); // a thread keeps 2 chunks more
        Assert.InRange(pool.GetChunkStatistics().Retained, 1, 22);
        pool.Dispose();
        arrays.AssertAllReturned();
    }

    [Fact]
    public void Return_WhereNothingMayBeKept_KeepsNothing()
    {
        var arrays = new CountingArrayPool<byte>();
        using var pool = new BufferWriterPool(new BufferWriterPoolOptions { MaxRetainedCapacity = 0 }, arrayPool: arrays);
        WriteAndReturn(pool, 300_000);
        WriteAndReturn(pool, 10);

        arrays.AssertAllReturned();
        Assert.Equal(1, pool.GetStatistics().Retained);
    }

    [Fact]
    public void Return_OfAChunkLongerThanUsual_GivesItBack()
    {
        var arrays = new CountingArrayPool<byte>();
        using var pool = new BufferWriterPool(arrayPool: arrays);
        using (PooledLease<SegmentedBufferWriter> lease = SegmentedBufferWriter.Rent(pool))
        {
            lease.Value.Write([1]);
            lease.Value.GetSpan(1_000_000);
        }

        Assert.Equal(4096, arrays.InUseLength);
    }

    [Fact]
    public void Pool_WithClearing_ClearsBeforeTheNextRenter()
    {
        using var pool = new BufferWriterPool(new BufferWriterPoolOptions { ClearOnReturn = true },
            arrayPool: new CountingArrayPool<byte>());
        for (int i = 0; i < 3; i++)
        {
            using PooledLease<SegmentedBufferWriter> lease = SegmentedBufferWriter.Rent(pool);
            Assert.DoesNotContain((byte)7, Rest(lease.Value, 200_000));
            lease.Value.ResetWrittenCount();
            lease.Value.Write(Enumerable.Repeat((byte)7, 150_000).ToArray());
            lease.Value.GetSpan(2000).Fill(7);
        }
    }

    [Fact]
    public void Pool_DisposedWhileRented_LeavesTheWriterGood()
    {
        var arrays = new CountingArrayPool<byte>();
        var pool = new BufferWriterPool(arrayPool: arrays);
        PooledLease<SegmentedBufferWriter> lease = SegmentedBufferWriter.Rent(pool);
        lease.Value.Write([1]);
        pool.Dispose();
        byte[] message = Message(300_000);
        lease.Value.Write(message);
        Assert.Equal(message, lease.Value.WrittenSequence.Slice(1).ToArray());
        Assert.Throws<ObjectDisposedException>(() => SegmentedBufferWriter.Rent(pool));
        lease.Dispose();

        arrays.AssertAllReturned();
    }

    [Fact]
    public void Pool_DisposedBeforeTheFirstRental_Throws()
    {
        var pool = new BufferWriterPool();
        pool.Dispose();

        Assert.Throws<ObjectDisposedException>(() => SegmentedBufferWriter.Rent(pool));
    }

    [Fact]
    public void Pool_Trimmed_LetsWritersAndChunksGo()
    {
        var arrays = new CountingArrayPool<byte>();
        using var pool = new BufferWriterPool(arrayPool: arrays);
        WriteAndReturn(pool, 500_000);
        Assert.True(arrays.InUse > 5);
        pool.Trim();

        arrays.AssertAllReturned();
        Assert.Equal(0, pool.GetStatistics().Retained);
        WriteAndReturn(pool, 500_000);
    }

    [Fact]
    public void Detach_FromARentedWriter_OutlivesTheRentalAndThePool()
    {
        var arrays = new CountingArrayPool<byte>();
        var pool = new BufferWriterPool(arrayPool: arrays);
        byte[] message = Message(200_000);
        PooledSequence owner;
        using (PooledLease<SegmentedBufferWriter> lease = SegmentedBufferWriter.Rent(pool))
        {
            lease.Value.Write(message);
            owner = lease.Value.Detach();
        }

        WriteAndReturn(pool, 200_000);
        pool.Dispose();
        Assert.Equal(message, owner.Sequence.ToArray());
        owner.Dispose();
        arrays.AssertAllReturned();
    }

    [Fact]
    public void Rent_WhenTheArrayPoolThrowsOnAnyCall_StaysBalanced()
    {
        bool failed = true;
        int k = 0;
        while (failed)
        {
            k++;
            var arrays = new CountingArrayPool<byte>(k, FaultMoment.After);
            var pool = new BufferWriterPool(new BufferWriterPoolOptions { MaxRetained = 1, MaxRetainedCapacity = 2 * Chunk },
                arrayPool: arrays);
            for (int i = 0; i < 2; i++)
            {
                _ = Record.Exception(() => WriteAndReturn(pool, 300_000));
                Assert.Equal(0, pool.GetStatistics().InUse);
                Assert.Equal(0, pool.GetChunkStatistics().InUse);
            }

            _ = Record.Exception(pool.Dispose);
            arrays.AssertAllReturned();
            failed = arrays.Calls >= k;
        }

        Assert.True(k > 10);
    }

    [Fact]
    public void Stream_OfAnEarlierRental_NeverReachesTheNextRenter()
    {
        using var pool = new BufferWriterPool();
        Stream stream;
        BufferReservation<byte> reservation;
        using (PooledLease<SegmentedBufferWriter> lease = SegmentedBufferWriter.Rent(pool))
        {
            reservation = lease.Value.Reserve(2);
            stream = lease.Value.AsReadStream();
        }

        using PooledLease<SegmentedBufferWriter> next = SegmentedBufferWriter.Rent(pool);
        next.Value.Reserve(2);
        Assert.Throws<ObjectDisposedException>(() => stream.ReadByte());
        Assert.Throws<InvalidOperationException>(() => reservation.Patch([1, 2]));
        Assert.Equal([0, 0], next.Value.WrittenSequence.ToArray());
    }

    [Fact]
    public void Rental_WrittenOnManyThreads_NeverSharesAChunk()
    {
        var arrays = new CountingArrayPool<byte>();
        var pool = new BufferWriterPool(new BufferWriterPoolOptions { MaxRetained = 4, MaxRetainedCapacity = 4 * Chunk },
            arrayPool: arrays);
        TestThread.RunAll(4, index =>
        {
            byte[] message = Enumerable.Repeat((byte)index, 150_000).ToArray();
            for (int i = 0; i < 40; i++)
            {
                PooledSequence owner;
                using (PooledLease<SegmentedBufferWriter> lease = SegmentedBufferWriter.Rent(pool))
                {
                    lease.Value.Write(message);
                    owner = lease.Value.Detach();
                    lease.Value.Write(message);
                    Assert.True(lease.Value.WrittenSequence.ToArray().AsSpan().SequenceEqual(message));
                }

                Assert.True(owner.Sequence.ToArray().AsSpan().SequenceEqual(message));
                owner.Dispose();
            }
        });
        pool.Dispose();
        TestThread.WaitFor(
            () =>
            {
                GC.Collect(); // otherwise the end of the threads is detected late
                return arrays.InUse == 0;
            },
            "chunks of dead threads"); // adopted by a later exchange or the thread pool

        arrays.AssertAllReturned();
    }

#if !NETFRAMEWORK
    [Theory]
    [Trait("Category", "Allocation")]
    [InlineData(100, false)]
    [InlineData(100, true)]
    [InlineData(64 * 1024, false)]
    [InlineData(1024 * 1024, true)]
    [InlineData(16 * 1024 * 1024, false)]
    public void Rental_WrittenReadAndReturned_AllocatesNothing(int length, bool clearOnReturn)
    {
        byte[] message = new byte[length];
        using var pool = new BufferWriterPool(new BufferWriterPoolOptions { ClearOnReturn = clearOnReturn });
        Action cycle = () =>
        {
            using PooledLease<SegmentedBufferWriter> lease = SegmentedBufferWriter.Rent(pool);
            BufferReservation<byte> reservation = lease.Value.Reserve(4);
            lease.Value.Write(message);
            reservation.PatchLengthBigEndian();
            lease.Value.CopyTo(Stream.Null);
            _ = lease.Value.WrittenSequence.Length;
        };
        if (length < 1024 * 1024)
        {
            AllocationAssert.Zero(cycle);
            return;
        }

        for (int i = 0; i < 30; i++)
            cycle();

        // allocations of the runtime: a single chunk would be 64 KB, its object 100 B each time
        Assert.InRange(AllocationAssert.Measure(cycle, calls: 10, warmUpCalls: 0), 0, 1000);
    }
#endif

    private static void WriteAndReturn(BufferWriterPool pool, int length)
    {
        using PooledLease<SegmentedBufferWriter> lease = SegmentedBufferWriter.Rent(pool);
        for (int left = length; left > 0; left -= 1000)
            lease.Value.Write(new byte[Math.Min(left, 1000)]);
    }
}
