#if !NETFRAMEWORK // which does not count allocations
using Pooling.Buffers;
using Pooling.Doubles;
using Pooling.Objects;

namespace Pooling.Queues;

/// <content>Tests leases that wait in a queue: the log shipper of the quick starts.</content>
public sealed partial class MpscRingQueueTests
{
    private const int Lines = 10_000;

    [Fact]
    [Trait("Category", "Allocation")]
    public void TryEnqueue_LeasesOfAPoolThatFitsTheQueue_AllocatesNothing()
    {
        using var fitting = new BufferWriterPool(
            new BufferWriterPoolOptions { MaxRetained = 2 * Lines, TrimAfter = Timeout.InfiniteTimeSpan });
        using var small = new BufferWriterPool(
            new BufferWriterPoolOptions { MaxRetained = 2048, TrimAfter = Timeout.InfiniteTimeSpan });

        Assert.InRange(BytesOfLeases(fitting), 0, 0.1);
        Assert.InRange(BytesOfStrings(), 40, 100);
        Assert.InRange(BytesOfLeases(small), 100, 1000); // the cost if the limit is lower than the capacity of the queue
    }

    private static double BytesOfLeases(BufferWriterPool writers)
    {
        using var lines = new MpscRingQueue<PooledLease<PooledArrayBufferWriter<byte>>>(Lines);
        using var batch = new PooledArrayBufferWriter<byte>();
        return BytesOfLine(
            () =>
            {
                PooledLease<PooledArrayBufferWriter<byte>> line = writers.Rent();
                line.Value.Write("request 00001\n"u8); // not a number, because code that is not optimized yet would box it
                Assert.True(lines.TryEnqueue(line));
            },
            () =>
            {
                batch.ResetWrittenCount();
                while (lines.TryDequeue(out PooledLease<PooledArrayBufferWriter<byte>> line))
                {
                    using (line)
                        batch.Write(line.Value.WrittenSpan);
                }

                Assert.Equal(14 * Lines, batch.WrittenCount);
            });
    }

    private static double BytesOfStrings()
    {
        using var lines = new MpscRingQueue<string>(Lines);
        using var batch = new PooledArrayBufferWriter<byte>();
        return BytesOfLine(
            () => Assert.True(lines.TryEnqueue(new string('-', 14))),
            () =>
            {
                batch.ResetWrittenCount();
                while (lines.TryDequeue(out string? line))
                    batch.WriteUtf8(line);
            });
    }

    /// <summary>Fills the queue on one thread and empties it on another one, in turns, and counts the allocations of both once everything
    /// is warm.</summary>
    private static double BytesOfLine(Action log, Action ship)
    {
        const int rounds = 12;
        const int cold = 2;
        var bytes = new long[2];
        using var turns = new Barrier(2);
        TestThread.RunAll(2, index =>
        {
            for (int round = 0; round < rounds; round++)
            {
                long before = GC.GetAllocatedBytesForCurrentThread();
                if (index == 0)
                {
                    for (int number = 0; number < Lines; number++)
                        log();
                }

                long between = GC.GetAllocatedBytesForCurrentThread();
                turns.SignalAndWait();
                long after = GC.GetAllocatedBytesForCurrentThread();
                if (index == 1)
                    ship();

                if (round >= cold)
                    bytes[index] += between - before + (GC.GetAllocatedBytesForCurrentThread() - after);

                turns.SignalAndWait();
            }
        });
        return (bytes[0] + bytes[1]) / (double)((rounds - cold) * Lines);
    }
}
#endif
