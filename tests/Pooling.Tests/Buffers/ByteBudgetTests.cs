using System.Buffers;
using Pooling.Doubles;
using Pooling.Objects;

namespace Pooling.Buffers;

/// <summary>Tests the limit in bytes. Idle memory is always within it, and the count is correct if code throws, threads end or items are
/// not returned.</summary>
public sealed class ByteBudgetTests
{
    private const int Records = 40_000;
    private const int InFlight = 1_024;

    [Fact]
    public void Queue_Of1024WritersInFlight_CreatesNoMoreThanThese()
    {
        using var pool = new BufferWriterPool();
        var queue = new Queue<PooledLease<PooledArrayBufferWriter<byte>>>();
        for (int i = 0; i < Records; i++)
        {
            if (queue.Count == InFlight)
                Drain(queue);

            PooledLease<PooledArrayBufferWriter<byte>> lease = pool.Rent();
            lease.Value.Write(new byte[100]);
            queue.Enqueue(lease);
        }

        Drain(queue);

        Assert.InRange(pool.GetStatistics().TotalCreated, InFlight, InFlight + 64);
    }

    [Fact]
    public void Queue_OfSegmentedWritersInFlight_CreatesNoMoreThanThese()
    {
        using var pool = new BufferWriterPool();
        var queue = new Queue<PooledLease<SegmentedBufferWriter>>();
        for (int i = 0; i < Records; i++)
        {
            if (queue.Count == InFlight)
                Drain(queue);

            PooledLease<SegmentedBufferWriter> lease = SegmentedBufferWriter.Rent(pool);
            lease.Value.Write(new byte[100]);
            queue.Enqueue(lease);
        }

        Drain(queue);

        Assert.InRange(pool.GetStatistics().TotalCreated, InFlight, InFlight + 64);
    }

    [Fact]
    public void RetainedBytes_OfIdleWriters_AreThoseOfTheirArrays()
    {
        var arrays = new CountingArrayPool<byte>();
        using var pool = new BufferWriterPool(arrayPool: arrays);
        UseMany(pool, 46, 1000);
        Assert.Equal(46, arrays.InUse);
        Assert.Equal(arrays.InUseLength, pool.GetStatistics().RetainedBytes);

        UseManySegmented(pool, 5, 300_000);
        Assert.True(pool.GetStatistics().RetainedBytes > 300_000);
        Assert.Equal(arrays.InUseLength, pool.GetStatistics().RetainedBytes);

        using PooledLease<PooledArrayBufferWriter<byte>> lease = pool.Rent();
        Assert.Equal(arrays.InUseLength - lease.Value.Capacity, pool.GetStatistics().RetainedBytes);
        Assert.Equal(arrays.InUseLength, pool.ChargedBytes);
        pool.Trim();
        Assert.Equal(0, pool.GetStatistics().RetainedBytes);
        Assert.Equal(lease.Value.Capacity, pool.ChargedBytes);
    }

    [Fact]
    public void Return_AboveTheLimit_GivesTheArrayBackFirst()
    {
        var arrays = new CountingArrayPool<byte>();
        using var pool = new BufferWriterPool(new BufferWriterPoolOptions { MaxRetainedBytes = 10_000 }, arrayPool: arrays);
        PooledLease<PooledArrayBufferWriter<byte>> small = pool.Rent();
        small.Value.Write(new byte[1000]);
        PooledLease<PooledArrayBufferWriter<byte>> large = pool.Rent();
        large.Value.Write(new byte[9000]);
        large.Value.Write(new byte[9000]); // grown while in use

        small.Dispose();
        Assert.Equal(0, pool.GetStatistics().RetainedBytes);
        Assert.Equal(1, arrays.InUse);
        large.Dispose();

        Assert.Equal(0, arrays.InUse);
        Assert.Equal(0, pool.ChargedBytes);
        Assert.Equal(2, pool.GetStatistics().Retained); // the writers are kept
        using (PooledLease<PooledArrayBufferWriter<byte>> next = pool.Rent())
            next.Value.Write(new byte[1000]);

        Assert.Equal(1024, pool.GetStatistics().RetainedBytes);
    }

    [Fact]
    public void Chunks_AboveTheLimit_AreNotKept()
    {
        var arrays = new CountingArrayPool<byte>();
        using var pool = new BufferWriterPool(new BufferWriterPoolOptions { MaxRetainedBytes = 200_000 }, arrayPool: arrays);
        UseManySegmented(pool, 4, 150_000);

        Assert.InRange(pool.GetStatistics().RetainedBytes, 1, 200_000);
        Assert.Equal(pool.GetStatistics().RetainedBytes, arrays.InUseLength);
        Assert.Equal(pool.ChargedBytes, arrays.InUseLength);
    }

    [Fact]
    public void Detach_TakesItsBytesOutOfTheCount()
    {
        var arrays = new CountingArrayPool<byte>();
        using var pool = new BufferWriterPool(new BufferWriterPoolOptions { MaxRetainedBytes = 1 << 20 }, arrayPool: arrays);
        PooledArray<byte> owner;
        PooledSequence sequence;
        SharedBuffer shared;
        using (PooledLease<PooledArrayBufferWriter<byte>> lease = pool.Rent())
        using (PooledLease<SegmentedBufferWriter> segmented = SegmentedBufferWriter.Rent(pool))
        {
            lease.Value.Write(new byte[2000]);
            owner = lease.Value.Detach();
            lease.Value.Write(new byte[2000]);
            shared = lease.Value.DetachShared();
            segmented.Value.Write(new byte[240_000]); // more than half of the last chunk: nothing is copied
            sequence = segmented.Value.Detach();
        }

        Assert.Equal(0, pool.GetStatistics().RetainedBytes);
        Assert.Equal(0, pool.ChargedBytes);
        Assert.True(arrays.InUseLength > 240_000);
        sequence.Dispose(); // its chunks of 64 KB go to the pool of chunks
        owner.Dispose();
        shared.Dispose();
        Assert.Equal(arrays.InUseLength, pool.ChargedBytes);
        Assert.Equal(arrays.InUseLength, pool.GetStatistics().RetainedBytes);
        Assert.True(pool.ChargedBytes > 0);
    }

    [Fact]
    public void Charge_WhenTheArrayPoolThrowsOnAnyCall_IsRight()
    {
        bool failed = true;
        for (int k = 1; failed; k++)
        {
            var arrays = new CountingArrayPool<byte>(k, FaultMoment.After);
            var pool = new BufferWriterPool(new BufferWriterPoolOptions { MaxRetainedCapacity = 1024, MaxRetainedBytes = 100_000 },
                arrayPool: arrays);
            for (int i = 0; i < 4; i++)
            {
                _ = Record.Exception(() => UseMany(pool, 1, i % 2 == 0 ? 100 : 5000));
                _ = Record.Exception(() => UseManySegmented(pool, 1, i % 2 == 0 ? 100 : 150_000));
                Assert.Equal(arrays.InUseLength, pool.ChargedBytes);
            }

            _ = Record.Exception(pool.Dispose);
            Assert.Equal(0, pool.ChargedBytes);
            arrays.AssertAllReturned();
            failed = arrays.Calls >= k; // a run without a fault ends the loop
        }
    }

    [Fact]
    [Trait("Category", "Gc")]
    public void Writers_ThatAreNeverReturned_CountNoLongerOnceTheyAreCollected()
    {
        using var pool = new BufferWriterPool(new BufferWriterPoolOptions { MaxRetainedBytes = 100_000 },
            arrayPool: new UntrackedArrayPool());
        TestThread.Run(() => Leak(pool));
        Assert.True(pool.ChargedBytes > 100_000);

        TestThread.WaitFor(
            () =>
            {
                Collector.Collect();
                return pool.ChargedBytes == 0;
            },
            "discharge of what was never returned");
        UseMany(pool, 1, 1000);
        Assert.Equal(1024, pool.GetStatistics().RetainedBytes);
    }

    [Fact]
    public void IdleBytes_AtEveryInstant_AreWithinTheLimit()
    {
        const int Threads = 4;
        const int Limit = 200_000;
        var arrays = new CountingArrayPool<byte>();
        var options = new BufferWriterPoolOptions { MaxRetainedBytes = Limit, TrimAfter = Timeout.InfiniteTimeSpan };
        using var pool = new BufferWriterPool(options, arrayPool: arrays);
        long inUse = 0;
        long most = 0;
        using var barrier = new Barrier(Threads, _ =>
        {
            // All threads are paused, some with kept writers.
            long idle = arrays.InUseLength - inUse;
            most = Math.Max(most, idle);
            Assert.Equal(idle, pool.GetStatistics().RetainedBytes);
            Assert.Equal(arrays.InUseLength, pool.ChargedBytes);
            Assert.InRange(idle, 0, Limit);
            inUse = 0;
        });
        TestThread.RunAll(Threads, thread =>
        {
            var random = new Random(thread);
            var held = new List<PooledLease<PooledArrayBufferWriter<byte>>>();
            var chunks = new List<PooledLease<SegmentedBufferWriter>>();
            for (int round = 0; round < 200; round++)
            {
                for (int i = random.Next(20); i > 0; i--)
                {
                    if (random.Next(2) == 0 && held.Count < 10)
                        held.Add(pool.Rent());
                    else if (random.Next(4) == 0 && chunks.Count < 3)
                        chunks.Add(SegmentedBufferWriter.Rent(pool));
                    else if (held.Count > 0)
                        Take(held, random).Dispose();

                    if (held.Count > 0)
                        held[random.Next(held.Count)].Value.Write(new byte[random.Next(3000)]);

                    if (chunks.Count > 0 && random.Next(5) == 0)
                        chunks[random.Next(chunks.Count)].Value.Write(new byte[random.Next(10_000)]);

                    if (chunks.Count > 0 && random.Next(5) == 0)
                        Take(chunks, random).Dispose();
                }

                if (round % 4 == thread)
                {
                    held.ForEach(static lease => lease.Dispose());
                    chunks.ForEach(static lease => lease.Dispose());
                    held.Clear();
                    chunks.Clear();
                }

                Interlocked.Add(ref inUse,
                    held.Sum(static lease => (long)lease.Value.Capacity) + chunks.Sum(static lease => lease.Value.Capacity));
                barrier.SignalAndWait();
            }

            held.ForEach(static lease => lease.Dispose());
            chunks.ForEach(static lease => lease.Dispose());
        });

        Assert.True(most > Limit / 4, "The limit was never near.");
        Assert.InRange(pool.GetStatistics().RetainedBytes, 0, Limit);
        pool.Trim();
    }

    private static PooledLease<T> Take<T>(List<PooledLease<T>> leases, Random random) where T : class
    {
        int index = random.Next(leases.Count);
        PooledLease<T> lease = leases[index];
        leases.RemoveAt(index);
        return lease;
    }

    private static void Drain<T>(Queue<PooledLease<T>> queue) where T : class
    {
        while (queue.Count > 0)
            queue.Dequeue().Dispose();
    }

    private static void UseMany(BufferWriterPool pool, int writers, int length)
    {
        var leases = new PooledLease<PooledArrayBufferWriter<byte>>[writers];
        try
        {
            for (int i = 0; i < writers; i++)
            {
                leases[i] = pool.Rent();
                leases[i].Value.Write(new byte[length]);
            }
        }
        finally
        {
            foreach (PooledLease<PooledArrayBufferWriter<byte>> lease in leases)
                lease.Dispose();
        }
    }

    private static void UseManySegmented(BufferWriterPool pool, int writers, int length)
    {
        var leases = new PooledLease<SegmentedBufferWriter>[writers];
        try
        {
            for (int i = 0; i < writers; i++)
            {
                leases[i] = SegmentedBufferWriter.Rent(pool);
                leases[i].Value.Write(new byte[length]);
            }
        }
        finally
        {
            foreach (PooledLease<SegmentedBufferWriter> lease in leases)
                lease.Dispose();
        }
    }

    private static void Leak(BufferWriterPool pool)
    {
        for (int i = 0; i < 20; i++)
        {
            pool.Rent().Value.Write(new byte[10_000]);
            SegmentedBufferWriter.Rent(pool).Value.Write(new byte[100_000]);
        }
    }

    /// <summary>A pool that, like the shared pool, keeps no references to rented arrays.</summary>
    private sealed class UntrackedArrayPool : ArrayPool<byte>
    {
        public override byte[] Rent(int minimumLength)
        {
            int length = 16;
            while (length < minimumLength)
                length *= 2;

            return new byte[length];
        }

        public override void Return(byte[] array, bool clearArray = false)
        {
        }
    }
}
