using System.Buffers;
using Pooling.Doubles;

namespace Pooling.Buffers;

/// <summary>Tests reserved bytes that are replaced by more or fewer bytes.</summary>
public sealed partial class SegmentReservationTests
{
    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(3)]
    [InlineData(200)]
    public void Replace_InOneChunk_MovesWhatFollows(int length)
    {
        using var writer = new SegmentedBufferWriter();
        writer.Write([9]);
        BufferReservation<byte> reservation = writer.Reserve(3);
        writer.Write([1, 2, 3, 4]);
        byte[] items = Content(length);

        reservation.Replace(items);
        writer.Write([5]);

        Assert.Equal([9, .. items, 1, 2, 3, 4, 5], writer.WrittenSequence.ToArray());
        Assert.Throws<InvalidOperationException>(() => reservation.Length);
    }

    [Fact]
    public void Replace_AcrossChunks_MovesWhatFollows()
    {
        foreach (bool clears in new[] { false, true })
        {
            foreach (int before in new[] { 0, 1, 4094, 4096, 20_479, 20_480, 86_015 })
            {
                foreach (int reserved in new[] { 0, 1, 5, 5000, 100_000 })
                {
                    foreach (int length in new[] { 0, 1, 4, 9, 4097, 70_000 })
                    {
                        foreach (int since in new[] { 0, 1, 4000, 90_000 })
                            AssertReplaces(clears, before, reserved, length, since);
                    }
                }
            }
        }
    }

    [Fact]
    public void Replace_OverChunksOfAllLengths_EqualsTheContiguousWriter()
    {
        for (int seed = 0; seed < TestRounds.Of(300); seed++)
        {
            var random = new Random(seed);
            using var segmented = new SegmentedBufferWriter(new() { ClearOnReturn = seed % 2 == 0 });
            using var contiguous = new PooledArrayBufferWriter<byte>(0);
            var open = new Stack<(BufferReservation<byte> Segmented, BufferReservation<byte> Contiguous)>();
            for (int step = 0; step < 60; step++)
            {
                byte[] bytes = new byte[random.Next(4) == 0 ? random.Next(9000) : random.Next(40)];
                random.NextBytes(bytes);
                switch (random.Next(5))
                {
                    case 0:
                        open.Push((segmented.Reserve(bytes.Length), contiguous.Reserve(bytes.Length)));
                        break;
                    case 1 when open.Count > 0:
                        open.Peek().Segmented.Replace(bytes);
                        open.Pop().Contiguous.Replace(bytes);
                        break;
                    case 2 when open.Count > 0:
                        open.Peek().Segmented.PatchVarintLength(7);
                        open.Pop().Contiguous.PatchVarintLength(7);
                        break;
                    case 3: // leaves the rest of a chunk unused
                        bytes.CopyTo(segmented.GetSpan(bytes.Length + 3000));
                        segmented.Advance(bytes.Length);
                        contiguous.Write(bytes);
                        break;
                    default:
                        segmented.Write(bytes);
                        contiguous.Write(bytes);
                        break;
                }

                Assert.True(contiguous.WrittenSpan.SequenceEqual(segmented.WrittenSequence.ToArray()), $"{seed}, {step}");
                Assert.All(open, static pair =>
                    Assert.Equal((pair.Contiguous.Length, pair.Contiguous.WrittenSince),
                        (pair.Segmented.Length, pair.Segmented.WrittenSince)));
            }
        }
    }

    [Fact]
    public void Replace_WhileALaterOneIsOpen_ThrowsAndChangesNothing()
    {
        using var writer = new SegmentedBufferWriter();
        BufferReservation<byte> first = writer.Reserve(1);
        BufferReservation<byte> second = writer.Reserve(1);

        Assert.Throws<InvalidOperationException>(() => first.Replace([1, 2]));
        Assert.Throws<InvalidOperationException>(() => first.PatchVarint(1000));
        first.PatchVarint(100); // as long as the reserved bytes
        second.Replace([3, 4]);

        Assert.Equal([100, 3, 4], writer.WrittenSequence.ToArray());
    }

    [Fact]
    public void Replace_BeyondTheCapacity_ThrowsAndStaysOpen()
    {
        using var writer = new SegmentedBufferWriter(new() { MaxCapacity = 5 });
        BufferReservation<byte> reservation = writer.Reserve(2);
        writer.Write([1, 2]);

        Assert.Throws<BufferCapacityExceededException>(() => reservation.Replace([7, 7, 7, 7]));
        Assert.Equal([0, 0, 1, 2], writer.WrittenSequence.ToArray());
        reservation.Replace([7, 7, 7]);

        Assert.Equal([7, 7, 7, 1, 2], writer.WrittenSequence.ToArray());
    }

    [Fact]
    public void Replace_WhenThePoolThrows_ChangesNothing()
    {
        var pool = new CountingArrayPool<byte>(2, FaultMoment.After);
        var writer = new SegmentedBufferWriter(new(), pool);
        BufferReservation<byte> reservation = writer.Reserve(2);
        writer.Write(Content(4094));
        byte[] before = writer.WrittenSequence.ToArray();

        Assert.Throws<InjectedFaultException>(() => reservation.Replace([1, 2, 3]));
        Assert.Equal(before, writer.WrittenSequence.ToArray());
        reservation.Replace([1]);

        Assert.Equal([1, .. before.AsSpan(2)], writer.WrittenSequence.ToArray());
    }

    [Fact]
    public void Replace_ByTheWritersOwnBytes_Throws()
    {
        using var writer = new SegmentedBufferWriter();
        BufferReservation<byte> reservation = writer.Reserve(2);
        writer.Write(Content(10_000));
        ReadOnlySequence<byte> written = writer.WrittenSequence;

        Assert.Throws<ArgumentException>("items", () => reservation.Replace(written.First.Span.Slice(0, 5)));
        Assert.Throws<ArgumentException>("items", () => reservation.Replace(written.Slice(5000, 5).First.Span));
    }

    [Fact]
    public void Replace_ByMore_EndsReadStreams()
    {
        using var writer = new SegmentedBufferWriter();
        BufferReservation<byte> reservation = writer.Reserve(1);
        using Stream read = writer.AsReadStream();

        reservation.Replace([1, 2]);

        Assert.Throws<ObjectDisposedException>(() => read.ReadByte());
    }

    [Theory]
    [InlineData(0UL, 1)]
    [InlineData(127UL, 1)]
    [InlineData(128UL, 1)]
    [InlineData(300UL, 4)]
    [InlineData(ulong.MaxValue, 0)]
    public void PatchVarint_IsAsShortAsItCanBe(ulong value, int reserved)
    {
        using var writer = new SegmentedBufferWriter();
        using var expected = new PooledArrayBufferWriter<byte>();
        BufferReservation<byte> reservation = writer.Reserve(reserved);
        writer.Write([1, 2]);
        expected.WriteVarint64(value);
        expected.Write([1, 2]);

        reservation.PatchVarint(value);

        Assert.Equal(expected.WrittenSpan.ToArray(), writer.WrittenSequence.ToArray());
    }

    [Fact]
    public void PatchVarintLength_CountsWhatFollows()
    {
        using var writer = new SegmentedBufferWriter();
        BufferReservation<byte> reservation = writer.Reserve(1);
        writer.Write(Content(5000));

        Assert.Throws<ArgumentOutOfRangeException>("extra", () => reservation.PatchVarintLength(-5001));
        reservation.PatchVarintLength(1);

        Assert.Equal([0x89, 0x27, .. Content(5000)], writer.WrittenSequence.ToArray());
    }

    [Fact]
    public void PatchPaddedVarint_AcrossChunks_TakesAllReservedBytes()
    {
        using var writer = new SegmentedBufferWriter();
        writer.Write(Content(4094));
        BufferReservation<byte> number = writer.Reserve(5);
        BufferReservation<byte> length = writer.Reserve(3);
        writer.Write([1]);

        number.PatchPaddedVarint(1);
        length.PatchPaddedVarintLength();

        Assert.Equal([0x81, 0x80, 0x80, 0x80, 0, 0x81, 0x80, 0, 1], writer.WrittenSequence.Slice(4094).ToArray());
    }

    [Fact]
    public void PatchPaddedVarint_ThatDoesNotFit_ThrowsAndStaysOpen()
    {
        using var writer = new SegmentedBufferWriter();
        BufferReservation<byte> none = writer.Reserve(0);
        BufferReservation<byte> eleven = writer.Reserve(11);
        BufferReservation<byte> one = writer.Reserve(1);
        writer.Write(Content(128));

        Assert.Throws<InvalidOperationException>(() => none.PatchPaddedVarint(0));
        Assert.Throws<InvalidOperationException>(() => eleven.PatchPaddedVarintLength());
        Assert.Throws<ArgumentOutOfRangeException>("value", () => one.PatchPaddedVarint(128));
        Assert.Throws<ArgumentOutOfRangeException>("extra", () => one.PatchPaddedVarintLength(-129));
        Assert.Throws<InvalidOperationException>(() => one.PatchPaddedVarintLength());
        one.PatchPaddedVarintLength(-1);

        Assert.Equal(127, writer.WrittenSequence.Slice(11).First.Span[0]);
    }

    private static void AssertReplaces(bool clears, int before, int reserved, int length, int since)
    {
        var pool = new CountingArrayPool<byte> { KeepsContent = true };
        using (var writer = new SegmentedBufferWriter(new() { ClearOnReturn = clears }, pool))
        {
            byte[] start = Content(before);
            byte[] items = Content(length);
            byte[] end = Content(since);
            writer.Write(start);
            BufferReservation<byte> reservation = writer.Reserve(reserved);
            writer.Write(end);

            reservation.Replace(items);

            byte[] expected = [.. start, .. items, .. end];
            Assert.True(expected.AsSpan().SequenceEqual(writer.WrittenSequence.ToArray()), $"{before}, {reserved} by {length}, {since}");
            Assert.Equal(expected.Length, writer.WrittenCount);
            writer.Write([1]);
            Assert.Equal(1, writer.WrittenSequence.Slice(expected.Length).ToArray()[0]);
        }

        pool.AssertAllReturned();
    }

    private static byte[] Content(int length)
    {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++)
            bytes[i] = (byte)(i % 251);

        return bytes;
    }
}
