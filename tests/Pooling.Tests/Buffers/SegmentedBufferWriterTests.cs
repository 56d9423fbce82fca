using System.Buffers;
using Pooling.Doubles;

namespace Pooling.Buffers;

/// <summary>Tests the contract of buffer writers, over chunks.</summary>
public sealed partial class SegmentedBufferWriterTests
{
    private const int Chunk = 64 * 1024;

    [Fact]
    public void Constructor_OfCapacityBelowOne_Throws()
    {
        Assert.Throws<ArgumentOutOfRangeException>("MaxCapacity", () => new SegmentedBufferWriter(new() { MaxCapacity = 0 }));
        Assert.Throws<ArgumentOutOfRangeException>("MaxCapacity", () => new SegmentedBufferWriter(new() { MaxCapacity = long.MinValue }));
    }

    [Fact]
    public void New_RentsNothingUntilItIsWrittenTo()
    {
        var pool = new CountingArrayPool<byte>();
        using var writer = new SegmentedBufferWriter(new(), pool);

        Assert.Equal(0, writer.WrittenCount);
        Assert.Equal(0, writer.Capacity);
        Assert.True(writer.WrittenSequence.IsEmpty);
        Assert.Equal(0, pool.TotalRented);
    }

    [Fact]
    public void Advance_OfZeroBeforeTheFirstSpan_IsAllowed()
    {
        using var writer = new SegmentedBufferWriter();
        writer.Advance(0);

        Assert.Equal(0, writer.WrittenCount);
    }

    [Fact]
    public void GetSpan_OfAnyFill_IsNeverEmpty()
    {
        using var writer = new SegmentedBufferWriter();
        for (int i = 0; i < 200; i++)
        {
            int length = writer.GetSpan().Length;
            Assert.True(length > 0);
            Assert.Equal(length, writer.GetMemory().Length);
            writer.Advance(length);
        }
    }

    [Fact]
    public void GetSpan_OfWhatIsLeft_StaysInTheChunk()
    {
        var pool = new CountingArrayPool<byte>();
        using var writer = new SegmentedBufferWriter(new(), pool);
        int length = writer.GetSpan(100).Length;
        writer.Advance(100);

        Assert.Equal(length - 100, writer.GetSpan(length - 100).Length);
        Assert.Equal(1, pool.TotalRented);
        Assert.True(writer.GetSpan(length - 99).Length >= length - 99);
        Assert.Equal(2, pool.TotalRented);
    }

    [Theory]
    [InlineData(-1)]
    [InlineData(int.MinValue)]
    public void GetSpan_OfNegativeHint_Throws(int sizeHint)
    {
        using var writer = new SegmentedBufferWriter();

        Assert.Throws<ArgumentOutOfRangeException>("sizeHint", () => { writer.GetSpan(sizeHint); });
        Assert.Throws<ArgumentOutOfRangeException>("sizeHint", () => writer.GetMemory(sizeHint));
    }

    [Fact]
    public void GetSpan_OfMaximumHintWithContent_ThrowsTypedAndKeepsTheContent()
    {
        var pool = new CountingArrayPool<byte>();
        using var writer = new SegmentedBufferWriter(new(), pool);
        writer.Write([1, 2, 3]);

        BufferCapacityExceededException refused = Assert.Throws<BufferCapacityExceededException>(() => { writer.GetSpan(int.MaxValue); });
        Assert.Equal(3L + int.MaxValue, refused.Requested);
        Assert.Equal((long)PooledArrayBufferWriter.DefaultMaxCapacity, refused.MaxCapacity);
        Assert.Equal([1, 2, 3], writer.WrittenSequence.ToArray());
        Assert.Equal(1, pool.TotalRented);
    }

    [Fact]
    public void GetSpan_LongerThanAnArray_ThrowsTyped()
    {
        var pool = new CountingArrayPool<byte>();
        using var writer = new SegmentedBufferWriter(new() { MaxCapacity = long.MaxValue }, pool);
        writer.Write([1]);

        Assert.Throws<BufferCapacityExceededException>(() => { writer.GetSpan(int.MaxValue); });
        Assert.Equal(1, pool.TotalRented);
    }

    [Theory]
    [InlineData(-1)]
    [InlineData(int.MinValue)]
    [InlineData(int.MaxValue)]
    public void Advance_OutOfRange_ThrowsAndKeepsTheContent(int count)
    {
        using var writer = new SegmentedBufferWriter();
        writer.Write([1, 2]);

        Assert.Throws<ArgumentOutOfRangeException>("count", () => writer.Advance(count));
        Assert.Throws<ArgumentOutOfRangeException>("count", () => writer.Advance(writer.GetSpan().Length + 1));
        Assert.Equal([1, 2], writer.WrittenSequence.ToArray());
    }

    [Fact]
    public void Write_PastOneChunk_MakesSegmentsThatNobodyCopied()
    {
        var pool = new CountingArrayPool<byte>();
        using var writer = new SegmentedBufferWriter(new(), pool);
        byte[] message = Message(200_000);
        foreach (int length in new[] { 1, 4095, 1, 20_000, 0, 100_000, 75_903 })
            writer.Write(message.AsSpan((int)writer.WrittenCount, length));

        Assert.Equal(message, writer.WrittenSequence.ToArray());
        Assert.Equal(0, pool.TotalReturned);
        Assert.DoesNotContain(pool.Requests, length => length > Chunk);
    }

    [Fact]
    public void Chunks_Grow_AndNeverReachTheLargeObjectHeap()
    {
        var pool = new CountingArrayPool<byte>();
        using var writer = new SegmentedBufferWriter(new(), pool);
        for (int i = 0; i < 1000; i++)
            writer.Write(new byte[300]);

        Assert.Equal([4096, 16_384, Chunk, Chunk, Chunk, Chunk, Chunk], pool.Requests);
    }

    [Fact]
    public void GetSpan_LongerThanAChunk_GetsAPowerOfTwo()
    {
        var pool = new CountingArrayPool<byte>();
        using var writer = new SegmentedBufferWriter(new(), pool);
        writer.Write([1]);
        Assert.True(writer.GetSpan(100_000).Length >= 100_000);

        Assert.Equal([4096, 131_072], pool.Requests);
    }

    [Fact]
    public void GetSpan_LongerWhenTheChunkIsEmpty_LeavesNoEmptySegment()
    {
        using var writer = new SegmentedBufferWriter();
        writer.GetSpan(10); // not used
        writer.GetSpan(50_000)[0] = 1;
        writer.Advance(1);
        writer.GetSpan(Chunk); // not used either

        ReadOnlySequence<byte> sequence = writer.WrittenSequence;
        Assert.True(sequence.IsSingleSegment);
        Assert.Equal([1], sequence.ToArray());
        writer.Write(new byte[70_000]);
        foreach (ReadOnlyMemory<byte> segment in writer.WrittenSequence)
            Assert.False(segment.IsEmpty);
        Assert.Equal(70_001, writer.WrittenSequence.Length);
    }

    [Fact]
    public void Write_OfItsOwnContent_Doubles()
    {
        using var writer = new SegmentedBufferWriter();
        byte[] message = Message(5000);
        writer.Write(message);
        writer.CopyTo(writer);
        writer.CopyTo(writer);

        Assert.Equal([.. message, .. message, .. message, .. message], writer.WrittenSequence.ToArray());
    }

    [Fact]
    public void WrittenSequence_TakenEarlier_StaysGoodWhileMoreIsWritten()
    {
        using var writer = new SegmentedBufferWriter();
        byte[] message = Message(300_000);
        List<ReadOnlySequence<byte>> sequences = [];
        for (int at = 0; at < message.Length; at += 3000)
        {
            sequences.Add(writer.WrittenSequence);
            message.AsSpan(at, 3000).CopyTo(writer.GetSpan(3000));
            writer.Advance(3000);
        }

        for (int i = 0; i < sequences.Count; i++)
            Assert.Equal(message.AsSpan(0, i * 3000).ToArray(), sequences[i].ToArray());
    }

    [Fact]
    public void WrittenSequence_Sliced_IsRight()
    {
        using var writer = new SegmentedBufferWriter();
        byte[] message = Message(200_000);
        writer.Write(message);

        foreach (int at in new[] { 0, 1, 4095, 4096, 4097, 20_479, 20_480, 86_016, 199_999, 200_000 })
            Assert.Equal(message.AsSpan(at).ToArray(), writer.WrittenSequence.Slice(at).ToArray());
    }

    [Theory]
    [InlineData(1)]
    [InlineData(100)]
    [InlineData(4096)]
    [InlineData(4097)]
    [InlineData(100_000)]
    public void MaxCapacity_IsReachedAndNeverExceeded(int maxCapacity)
    {
        using var writer = new SegmentedBufferWriter(new() { MaxCapacity = maxCapacity });
        while (writer.WrittenCount < maxCapacity)
        {
            Span<byte> room = writer.GetSpan();
            Assert.True(room.Length <= maxCapacity - writer.WrittenCount);
            writer.Advance(room.Length);
        }

        Assert.Equal(maxCapacity, writer.MaxCapacity);
        Assert.Throws<BufferCapacityExceededException>(() => { writer.GetSpan(); });
        Assert.Throws<BufferCapacityExceededException>(() => writer.GetMemory(1));
        Assert.Throws<BufferCapacityExceededException>(() => writer.Write([1]));
        Assert.Equal(maxCapacity, writer.WrittenSequence.Length);
        writer.ResetWrittenCount();
        writer.Write(new byte[maxCapacity]);
        Assert.Equal(maxCapacity, writer.WrittenCount);
        writer.ResetWrittenCount();
        Assert.Throws<BufferCapacityExceededException>(() => writer.Write(new byte[maxCapacity + 1]));
        Assert.Equal(0, writer.WrittenCount);
    }

    [Fact]
    public void ResetWrittenCount_KeepsTheChunksForTheNextMessage()
    {
        var pool = new CountingArrayPool<byte>();
        using var writer = new SegmentedBufferWriter(new(), pool);
        byte[] message = Message(300_000);
        writer.Write(message);
        long rented = pool.TotalRented;
        for (int i = 0; i < 3; i++)
        {
            writer.ResetWrittenCount();
            Assert.True(writer.WrittenSequence.IsEmpty);
            for (int at = 0; at < message.Length; at += 1000)
                writer.Write(message.AsSpan(at, 1000));
            Assert.Equal(message, writer.WrittenSequence.ToArray());
        }

        Assert.Equal(rented, pool.TotalRented);
    }

    [Fact]
    public void Truncate_ToAnyLength_KeepsWhatIsBefore()
    {
        byte[] message = Message(100_000);
        foreach (int length in new[] { 0, 1, 4095, 4096, 4097, 20_480, 20_481, 86_016, 99_999, 100_000 })
        {
            using var writer = new SegmentedBufferWriter();
            writer.Write(message);
            writer.Truncate(length);
            Assert.Equal(message.AsSpan(0, length).ToArray(), writer.WrittenSequence.ToArray());
            writer.Write(message);
            Assert.Equal([.. message.AsSpan(0, length).ToArray(), .. message], writer.WrittenSequence.ToArray());
            writer.Rewind(message.Length);
            Assert.Equal(length, writer.WrittenCount);
        }
    }

    [Theory]
    [InlineData(-1)]
    [InlineData(4)]
    [InlineData(long.MaxValue)]
    public void Truncate_OutOfRange_Throws(long count)
    {
        using var writer = new SegmentedBufferWriter();
        writer.Write([1, 2, 3]);

        Assert.Throws<ArgumentOutOfRangeException>("newCount", () => writer.Truncate(count));
        Assert.Throws<ArgumentOutOfRangeException>("count", () => writer.Rewind(count));
        Assert.Equal(3, writer.WrittenCount);
    }

    [Fact]
    public void Members_UsedAtRandom_MatchAList()
    {
        var random = new Random(4);
        for (int run = 0; run < TestRounds.Of(20); run++)
        {
            var pool = new CountingArrayPool<byte>();
            var writer = new SegmentedBufferWriter(new() { ClearOnReturn = run % 2 == 0 }, pool);
            List<byte> expected = [];
            for (int step = 0; step < 60; step++)
            {
                byte[] bytes = new byte[random.Next(3) == 0 ? random.Next(90_000) : random.Next(3000)];
                random.NextBytes(bytes);
                switch (random.Next(7))
                {
                    case 0:
                        bytes.CopyTo(writer.GetMemory(bytes.Length).Span);
                        writer.Advance(bytes.Length);
                        expected.AddRange(bytes);
                        break;
                    case 1:
                        int length = random.Next(expected.Count + 1);
                        writer.Truncate(length);
                        expected.RemoveRange(length, expected.Count - length);
                        break;
                    case 2:
                        BufferReservation<byte> reservation = writer.Reserve(bytes.Length);
                        writer.Write([1]);
                        reservation.Patch(bytes);
                        expected.AddRange(bytes);
                        expected.Add(1);
                        break;
                    case 3 when step % 8 == 0:
                        using (PooledSequence owner = writer.Detach())
                            Assert.Equal(expected, owner.Sequence.ToArray());
                        expected.Clear();
                        break;
                    default:
                        writer.Write(bytes);
                        expected.AddRange(bytes);
                        break;
                }

                Assert.Equal(expected.Count, writer.WrittenCount);
                Assert.Equal(pool.InUseLength, writer.Capacity);
            }

            Assert.Equal(expected, writer.WrittenSequence.ToArray());
            writer.Dispose();
            pool.AssertAllReturned();
        }
    }

    private static byte[] Message(int length)
    {
        byte[] message = new byte[length];
        new Random(length).NextBytes(message);
        return message;
    }

    [Fact]
    public void CopyTo_OfAnEmptyWriterToAFullOne_WritesNothing()
    {
        using var empty = new SegmentedBufferWriter();
        using var full = new SegmentedBufferWriter(new BufferWriterOptions { MaxCapacity = 1 });
        full.WriteByte(1);
        empty.CopyTo(full);

        Assert.Equal(1, full.WrittenCount);
    }
}
