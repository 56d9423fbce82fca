using System.Buffers;
using System.Runtime.CompilerServices;
using Pooling.Doubles;
using Pooling.Objects;

namespace Pooling.Buffers;

/// <content>Tests leases that end at unusual moments: within a call of the writer, and by a finalizer.</content>
public sealed partial class StaleWriterTests
{
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Writer_WhoseLeaseEndsWhileItRentsAnArray_IsClosed(bool clears)
    {
        Action<PooledArrayBufferWriter<byte>>[] uses =
            [static w => w.GetSpan(10), static w => w.Write(new byte[10]), static w => w.Reserve(8), static w => w.WriteUtf8($"{1}")];
        foreach (Action<PooledArrayBufferWriter<byte>> use in uses)
        {
            var arrays = new CountingArrayPool<byte>();
            using var pool = new BufferWriterPool(new BufferWriterPoolOptions { ClearOnReturn = clears }, arrayPool: arrays);
            PooledLease<PooledArrayBufferWriter<byte>> lease = pool.Rent();
            PooledArrayBufferWriter<byte> writer = lease.Value;
            arrays.OnRented = _ => lease.Dispose();

            Assert.Throws<ObjectDisposedException>(() => use(writer));
            arrays.OnRented = null;

            Assert.Throws<ObjectDisposedException>(() => writer.Write([1]));
            using PooledLease<PooledArrayBufferWriter<byte>> next = pool.Rent();
            next.Value.Write("next"u8);
            Assert.Equal("next"u8.ToArray(), next.Value.WrittenSpan.ToArray());
        }
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void SegmentedWriter_WhoseLeaseEndsWhileItRentsAChunk_IsClosed(bool clears)
    {
        Action<SegmentedBufferWriter>[] uses = [static w => w.GetSpan(10), static w => w.Write(new byte[10]),
            static w => w.Write(new byte[200_000]), static w => w.Reserve(8)];
        foreach (Action<SegmentedBufferWriter> use in uses)
        {
            var arrays = new CountingArrayPool<byte>();
            using var pool = new BufferWriterPool(new BufferWriterPoolOptions { ClearOnReturn = clears }, arrayPool: arrays);
            PooledLease<SegmentedBufferWriter> lease = SegmentedBufferWriter.Rent(pool);
            SegmentedBufferWriter writer = lease.Value;
            arrays.OnRented = _ => lease.Dispose();

            Assert.Throws<ObjectDisposedException>(() => use(writer));
            arrays.OnRented = null;

            Assert.Throws<ObjectDisposedException>(() => writer.Write([1]));
            using PooledLease<SegmentedBufferWriter> next = SegmentedBufferWriter.Rent(pool);
            next.Value.Write("next"u8);
            Assert.Equal("next"u8.ToArray(), next.Value.WrittenSequence.ToArray());
        }
    }

    /// <summary>Checks that writer, charge and the user's object are collected together, so that the charge is finalized before or after
    /// the lease ends.</summary>
    [Theory]
    [Trait("Category", "Gc")]
    [InlineData(true)]
    [InlineData(false)]
    public void Lease_ThatAFinalizerEnds_LeavesTheCountRight(bool ownerFirst)
    {
        const int Leases = 20;
        int ended = 0;
        using var pool = new BufferWriterPool(
            new BufferWriterPoolOptions { MaxRetainedBytes = 1 << 20, TrimAfter = Timeout.InfiniteTimeSpan });
        TestThread.Run(() => Forget(pool, Leases, ownerFirst, () => Interlocked.Increment(ref ended)));
        TestThread.WaitFor(
            () =>
            {
                Collector.Collect();
                return Volatile.Read(ref ended) == Leases;
            },
            "the finalizers");
        for (int i = 0; i < 3; i++)
        {
            PooledLease<PooledArrayBufferWriter<byte>>[] held = [.. Enumerable.Range(0, 2 * Leases).Select(_ => pool.Rent())];
            foreach (PooledLease<PooledArrayBufferWriter<byte>> lease in held)
            {
                lease.Value.Write(new byte[1000]);
                lease.Dispose();
            }

            Assert.Equal(pool.GetStatistics().RetainedBytes, pool.ChargedBytes);
        }

        pool.Trim(); // except for the items that the finalizer thread keeps
        Assert.Equal(pool.GetStatistics().RetainedBytes, pool.ChargedBytes);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Forget(BufferWriterPool pool, int leases, bool ownerFirst, Action ended)
    {
        for (int i = 0; i < leases; i++)
        {
            EndedByFinalizer? owner = ownerFirst ? new EndedByFinalizer(ended) : null;
            PooledLease<PooledArrayBufferWriter<byte>> lease = pool.Rent();
            lease.Value.Write(new byte[1000]);
            owner ??= new EndedByFinalizer(ended);
            owner.Lease = lease;
        }
    }

    private sealed class EndedByFinalizer(Action ended)
    {
        internal PooledLease<PooledArrayBufferWriter<byte>> Lease { get; set; }

        ~EndedByFinalizer()
        {
            Lease.Dispose();
            ended();
        }
    }
}
