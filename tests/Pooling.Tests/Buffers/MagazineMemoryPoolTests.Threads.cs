using System.Buffers;
using System.Buffers.Binary;
using Pooling.Diagnostics;
using Pooling.Doubles;

namespace Pooling.Buffers;

public sealed partial class MagazineMemoryPoolTests
{
    /// <summary>Checks a million owners. While one thread rents a batch and marks its blocks, the other checks and disposes the previous
    /// batch.</summary>
    [Fact]
    public void Owners_RentedOnOneThreadAndDisposedOnAnother_ShareNoBlock()
    {
        const int Rounds = 2000;
        const int Batch = 500;
        using var pool = new MagazineMemoryPool(
            new MagazineMemoryPoolOptions { TrimAfter = Timeout.InfiniteTimeSpan }); // however long it takes
        using var barrier = new Barrier(2);
        IMemoryOwner<byte>[][] batches = [new IMemoryOwner<byte>[Batch], new IMemoryOwner<byte>[Batch]];
        int mixed = 0;
        TestThread.RunAll(2, index =>
        {
            for (int round = 0; round <= Rounds; round++)
            {
                IMemoryOwner<byte>[] batch = batches[(round + index) % 2];
                for (int i = 0; i < Batch; i++)
                {
                    if (index == 0 && round < Rounds)
                    {
                        batch[i] = pool.Rent(256 + (i % 3));
                        BinaryPrimitives.WriteInt64LittleEndian(batch[i].Memory.Span, ((long)round << 32) | (uint)i);
                    }
                    else if (index == 1 && round > 0)
                    {
                        if (BinaryPrimitives.ReadInt64LittleEndian(batch[i].Memory.Span) != (((long)(round - 1) << 32) | (uint)i))
                            mixed++;

                        batch[i].Dispose();
                    }
                }

                barrier.SignalAndWait();
            }
        });

        PoolStatistics statistics = pool.GetStatistics();
        Assert.Equal(0, mixed);
        Assert.Equal((Rounds * Batch, 0), (statistics.TotalRented, statistics.InUse));
        Assert.InRange(statistics.TotalCreated, 1, Rounds * Batch / 100);
    }

    [Fact]
    public void Owners_OfManyThreads_NeverShareABlock()
    {
        var arrays = new CountingArrayPool<byte>();
        var options = new MagazineMemoryPoolOptions
        {
            MaxRetainedBytes = 100_000,
            TrimAfter = Timeout.InfiniteTimeSpan,
        };
        var pool = new MagazineMemoryPool(options, arrayPool: arrays);
        int mixed = 0;
        TestThread.RunAll(4, index =>
        {
            var random = new Random(index);
            var held = new Queue<IMemoryOwner<byte>>();
            for (int i = 0; i < 20_000; i++)
            {
                if (held.Count < 8 && random.Next(2) == 0)
                {
                    IMemoryOwner<byte> owner = pool.Rent(random.Next(1, 9000));
                    owner.Memory.Span.Fill((byte)(index + 1));
                    held.Enqueue(owner);
                }
                else if (held.Count > 0)
                {
                    IMemoryOwner<byte> owner = held.Dequeue();
                    foreach (byte one in owner.Memory.Span)
                    {
                        if (one != index + 1)
                            Interlocked.Increment(ref mixed);
                    }

                    owner.Dispose();
                }
            }

            while (held.Count > 0)
                held.Dequeue().Dispose();
        });

        PoolStatistics statistics = pool.GetStatistics();
        Assert.Equal(0, mixed);
        Assert.Equal(0, statistics.InUse);
        Assert.Empty(arrays.Errors);
        Assert.InRange(statistics.RetainedBytes, 0, 100_000);
        Assert.Equal(statistics.RetainedBytes, pool.ChargedBytes);
        Assert.Equal(statistics.RetainedBytes, arrays.InUseLength);
        pool.Dispose();
    }

    [Theory]
    [InlineData(100)]
    [InlineData(2000)]
    public void Dispose_ByTwoThreadsAtOnce_GivesTheBlockBackOnce(int length)
    {
        const int Rounds = 10_000;
        var arrays = new SharedBooks();
        var options = new MagazineMemoryPoolOptions
        {
            MaxRetainedCapacity = 1024, // one length is kept, the other not
            TrimAfter = Timeout.InfiniteTimeSpan,
        };
        using var pool = new MagazineMemoryPool(options, arrayPool: arrays);
        var owners = new IMemoryOwner<byte>[Rounds];
        for (int i = 0; i < Rounds; i++)
            owners[i] = pool.Rent(length);

        int raced = LockStep.Run(Rounds, round => owners[round].Dispose());

        PoolStatistics statistics = pool.GetStatistics();
        Assert.Equal(raced, statistics.TotalReturned);
        Assert.Equal(raced, statistics.Retained + statistics.TotalDropped);
        Assert.Equal(statistics.TotalDropped, arrays.Returned);
        var again = new HashSet<byte[]>();
        for (int i = 0; i < raced; i++)
            Assert.True(again.Add(ArrayOf(pool.Rent(length))));
    }

    [Fact]
    public void Dispose_OfThePoolWhileOthersUseIt_LosesNoArray()
    {
        for (int round = 0; round < TestRounds.Of(50); round++)
        {
            var arrays = new CountingArrayPool<byte>();
            var pool = new MagazineMemoryPool(arrayPool: arrays);
            TestThread.RunAll(3, index =>
            {
                if (index == 0)
                {
                    Thread.Yield();
                    pool.Dispose();
                    return;
                }

                try
                {
                    for (int i = 0; i < 10_000; i++)
                        pool.Rent(i % 2 == 0 ? 1000 : 100).Dispose();
                }
                catch (ObjectDisposedException)
                {
                    using var other = new MagazineMemoryPool();
                    other.Rent().Dispose(); // releases the items that this thread still has of the first pool
                }
            });

            TestThread.WaitFor(
                () =>
                {
                    Collector.Collect(); // threads that have ended
                    return arrays.InUse == 0;
                },
                "the arrays of threads that have ended");
            Assert.Empty(arrays.Errors);
            Assert.Equal(0, pool.ChargedBytes);
        }
    }

    /// <summary>A counter that does not search for arrays, because there are too many here.</summary>
    private sealed class SharedBooks : ArrayPool<byte>
    {
        private int _returned;

        internal int Returned => Volatile.Read(ref _returned);

        public override byte[] Rent(int minimumLength) => new byte[minimumLength];

        public override void Return(byte[] array, bool clearArray = false) => Interlocked.Increment(ref _returned);
    }
}
