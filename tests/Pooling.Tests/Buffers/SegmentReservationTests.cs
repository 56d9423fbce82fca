using System.Buffers;

namespace Pooling.Buffers;

/// <summary>Tests bytes that are reserved first and filled in later.</summary>
public sealed partial class SegmentReservationTests
{
    [Fact]
    public void Patch_InOneChunk_FillsInTheBytes()
    {
        using var writer = new SegmentedBufferWriter();
        writer.Write([9]);
        BufferReservation<byte> reservation = writer.Reserve(2);
        writer.Write([8, 8, 8]);
        Assert.Equal([9, 0, 0, 8, 8, 8], writer.WrittenSequence.ToArray());
        Assert.Equal(2, reservation.Length);
        Assert.Equal(3, reservation.WrittenSince);
        reservation.Patch([1, 2]);

        Assert.Equal([9, 1, 2, 8, 8, 8], writer.WrittenSequence.ToArray());
    }

    [Fact]
    public void Patch_AcrossChunks_FillsInTheBytes()
    {
        foreach (int before in new[] { 0, 1, 4094, 4095, 4096, 20_478, 20_479, 20_480, 86_015 })
        {
            foreach (int length in new[] { 1, 4, 5000, 100_000 })
            {
                using var writer = new SegmentedBufferWriter();
                byte[] start = new byte[before];
                byte[] bytes = new byte[length];
                new Random(length).NextBytes(bytes);
                for (int at = 0; at < before; at++)
                    writer.Write([0]);
                BufferReservation<byte> reservation = writer.Reserve(length);
                writer.Write([1, 2, 3]);
                reservation.Patch(bytes);

                Assert.Equal([.. start, .. bytes, 1, 2, 3], writer.WrittenSequence.ToArray());
            }
        }
    }

    [Fact]
    public void Patch_InAnyOrder_FillsInEach()
    {
        using var writer = new SegmentedBufferWriter();
        BufferReservation<byte> first = writer.Reserve(1);
        BufferReservation<byte> second = writer.Reserve(1);
        BufferReservation<byte> third = writer.Reserve(1);
        second.Patch([2]);
        first.Patch([1]);
        third.Patch([3]);

        Assert.Equal([1, 2, 3], writer.WrittenSequence.ToArray());
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Patch_ManyFromEitherEnd_NeverSearchesOrMoves(bool fromTheLast)
    {
        const int count = 100_000;
        using var writer = new SegmentedBufferWriter();
        BufferReservation<byte>[] reservations = Many(writer, count);
        long before = writer.ReservationSteps;
        for (int i = 0; i < count; i++)
        {
            int next = fromTheLast ? count - 1 - i : i;
            reservations[next].PatchBigEndian((ulong)(next & 0xFF));
        }

        Assert.Equal(0, writer.ReservationSteps - before);
        Assert.Equal(Enumerable.Range(0, count).Select(static i => (byte)i), writer.WrittenSequence.ToArray());
    }

    [Fact]
    public void Patch_ManyInRandomOrder_SearchesShortly()
    {
        const int count = 10_000;
        using var writer = new SegmentedBufferWriter();
        BufferReservation<byte>[] reservations = Many(writer, count);
        int[] order = [.. Enumerable.Range(0, count)];
        var random = new Random(1);
        for (int i = count - 1; i > 0; i--)
        {
            int other = random.Next(i + 1);
            (order[i], order[other]) = (order[other], order[i]);
        }

        long before = writer.ReservationSteps;
        foreach (int next in order)
            reservations[next].Patch([(byte)next]);

        Assert.InRange(writer.ReservationSteps - before, 1, count * 14L); // 2^14 > 10,000
        Assert.Equal(Enumerable.Range(0, count).Select(static i => (byte)i), writer.WrittenSequence.ToArray());
        Assert.All(reservations, static patched => Assert.Throws<InvalidOperationException>(() => patched.Patch([0])));
    }

    [Fact]
    public void Patch_Twice_ThrowsAndChangesNothing()
    {
        using var writer = new SegmentedBufferWriter();
        BufferReservation<byte> reservation = writer.Reserve(1);
        BufferReservation<byte> copy = reservation;
        reservation.Patch([1]);

        Assert.Throws<InvalidOperationException>(() => reservation.Patch([2]));
        Assert.Throws<InvalidOperationException>(() => copy.Patch([2]));
        Assert.Throws<InvalidOperationException>(() => copy.Length);
        Assert.Throws<InvalidOperationException>(() => copy.WrittenSince);
        Assert.Equal([1], writer.WrittenSequence.ToArray());
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(3)]
    public void Patch_OfAnotherLength_ThrowsAndStaysOpen(int length)
    {
        using var writer = new SegmentedBufferWriter();
        BufferReservation<byte> reservation = writer.Reserve(2);

        Assert.Throws<ArgumentException>("items", () => reservation.Patch(new byte[length]));
        reservation.Patch([1, 2]);
        Assert.Equal([1, 2], writer.WrittenSequence.ToArray());
    }

    [Fact]
    public void Patch_OfNothing_IsAllowed()
    {
        using var writer = new SegmentedBufferWriter();
        writer.Reserve(0).Patch([]);

        Assert.Equal(0, writer.WrittenCount);
    }

    [Fact]
    public void Patch_WhenTheBytesWereTakenBack_Throws()
    {
        Action<SegmentedBufferWriter>[] ends =
            [static w => w.ResetWrittenCount(), static w => w.Truncate(3), static w => w.Rewind(1), static w => w.Detach()];
        foreach (Action<SegmentedBufferWriter> end in ends)
        {
            using var writer = new SegmentedBufferWriter();
            BufferReservation<byte> kept = writer.Reserve(2);
            BufferReservation<byte> reservation = writer.Reserve(2);
            end(writer);
            writer.Write([7, 7, 7, 7, 7]);

            Assert.Throws<InvalidOperationException>(() => reservation.Patch([1, 2]));
            Assert.DoesNotContain((byte)1, writer.WrittenSequence.ToArray());
            if (writer.WrittenCount > 5)
                kept.Patch([3, 3]); // before the truncated part
        }
    }

    [Fact]
    public void Patch_AfterDispose_Throws()
    {
        var writer = new SegmentedBufferWriter();
        BufferReservation<byte> reservation = writer.Reserve(2);
        writer.Dispose();

        Assert.Throws<ObjectDisposedException>(() => reservation.Patch([1, 2]));
    }

    [Fact]
    public void Member_OfTheDefaultValue_Throws()
    {
        Assert.Throws<InvalidOperationException>(() => default(BufferReservation<byte>).Length);
        Assert.Throws<InvalidOperationException>(() => default(BufferReservation<byte>).WrittenSince);
        Assert.Throws<InvalidOperationException>(() => default(BufferReservation<byte>).Patch([]));
        Assert.Throws<InvalidOperationException>(() => default(BufferReservation<byte>).PatchLengthBigEndian());
        Assert.Throws<InvalidOperationException>(() => default(BufferReservation<byte>).Replace([]));
        Assert.Throws<InvalidOperationException>(() => default(BufferReservation<byte>).PatchVarint(1));
        Assert.Throws<InvalidOperationException>(() => default(BufferReservation<byte>).PatchVarintLength());
        Assert.Throws<InvalidOperationException>(() => default(BufferReservation<byte>).PatchPaddedVarint(1));
        Assert.Throws<InvalidOperationException>(() => default(BufferReservation<byte>).PatchPaddedVarintLength());
    }

    [Theory]
    [InlineData(-1)]
    [InlineData(int.MinValue)]
    public void Reserve_Negative_Throws(int count)
    {
        using var writer = new SegmentedBufferWriter();

        Assert.Throws<ArgumentOutOfRangeException>("count", () => writer.Reserve(count));
    }

    [Fact]
    public void Reserve_BeyondTheCapacity_ThrowsAndWritesNothing()
    {
        using var writer = new SegmentedBufferWriter(new() { MaxCapacity = 10 });
        writer.Write([1]);

        Assert.Throws<BufferCapacityExceededException>(() => writer.Reserve(10));
        Assert.Throws<BufferCapacityExceededException>(() => writer.Reserve(int.MaxValue));
        Assert.Equal(1, writer.WrittenCount);
    }

    [Fact]
    public void PatchEndian_OfAnyLength_WritesTheBytesInOrder()
    {
        using var writer = new SegmentedBufferWriter();
        writer.Reserve(3).PatchBigEndian(0x010203UL);
        writer.Reserve(3).PatchLittleEndian(0x010203UL);
        writer.Reserve(2).PatchBigEndian(-2L);
        writer.Reserve(2).PatchLittleEndian(-2L);
        writer.Reserve(1).PatchBigEndian(255L);
        writer.Reserve(8).PatchBigEndian(ulong.MaxValue);
        writer.Reserve(8).PatchLittleEndian(long.MinValue);

        Assert.Equal(
            [1, 2, 3, 3, 2, 1, 255, 254, 254, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 0, 0, 0, 0, 0, 0, 0, 128],
            writer.WrittenSequence.ToArray());
    }

    [Fact]
    public void PatchEndian_OfWhatDoesNotFit_ThrowsAndStaysOpen()
    {
        using var writer = new SegmentedBufferWriter();
        BufferReservation<byte> reservation = writer.Reserve(1);

        Assert.Throws<ArgumentOutOfRangeException>("value", () => reservation.PatchBigEndian(256UL));
        Assert.Throws<ArgumentOutOfRangeException>("value", () => reservation.PatchLittleEndian(256L));
        Assert.Throws<ArgumentOutOfRangeException>("value", () => reservation.PatchLittleEndian(-129L));
        reservation.PatchLittleEndian(-128L);
        Assert.Equal([128], writer.WrittenSequence.ToArray());
        Assert.Throws<InvalidOperationException>(() => writer.Reserve(9).PatchBigEndian(1UL));
        Assert.Throws<InvalidOperationException>(() => writer.Reserve(0).PatchBigEndian(1UL));
    }

    [Fact]
    public void PatchLength_CountsWhatFollows()
    {
        using var writer = new SegmentedBufferWriter();
        BufferReservation<byte> big = writer.Reserve(4);
        BufferReservation<byte> little = writer.Reserve(4);
        writer.Write(new byte[100_000]);
        big.PatchLengthBigEndian(extra: -4);
        little.PatchLengthLittleEndian(extra: 8);

        Assert.Equal([0, 1, 0x86, 0xA0, 0xA8, 0x86, 1, 0], writer.WrittenSequence.Slice(0, 8).ToArray());
    }

    [Fact]
    public void PatchLength_ThatIsNegativeOrDoesNotFit_ThrowsAndStaysOpen()
    {
        using var writer = new SegmentedBufferWriter();
        BufferReservation<byte> reservation = writer.Reserve(1);
        writer.Write(new byte[256]);

        Assert.Throws<ArgumentOutOfRangeException>("extra", () => reservation.PatchLengthBigEndian(-257));
        Assert.Throws<InvalidOperationException>(() => reservation.PatchLengthBigEndian());
        reservation.PatchLengthBigEndian(-1);
        Assert.Equal(255, writer.WrittenSequence.First.Span[0]);
    }

    private static BufferReservation<byte>[] Many(SegmentedBufferWriter writer, int count)
    {
        var reservations = new BufferReservation<byte>[count];
        for (int i = 0; i < count; i++)
            reservations[i] = writer.Reserve(1);

        return reservations;
    }
}
