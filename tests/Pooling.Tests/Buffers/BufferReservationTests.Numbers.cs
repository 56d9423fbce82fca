using Pooling.Doubles;
using Pooling.Objects;

namespace Pooling.Buffers;

/// <summary>Tests numbers, lengths and varints in reserved bytes.</summary>
public sealed partial class BufferReservationTests
{
    [Theory]
    [InlineData(1, 0xFFL, new byte[] { 0xFF })]
    [InlineData(1, -128L, new byte[] { 0x80 })]
    [InlineData(2, 0x0102L, new byte[] { 1, 2 })]
    [InlineData(2, -2L, new byte[] { 0xFF, 0xFE })]
    [InlineData(3, 0x010203L, new byte[] { 1, 2, 3 })]
    [InlineData(4, 0xFFFFFFFFL, new byte[] { 0xFF, 0xFF, 0xFF, 0xFF })]
    [InlineData(4, (long)int.MinValue, new byte[] { 0x80, 0, 0, 0 })]
    [InlineData(7, 1L << 55, new byte[] { 0x80, 0, 0, 0, 0, 0, 0 })]
    [InlineData(8, 0x0102030405060708L, new byte[] { 1, 2, 3, 4, 5, 6, 7, 8 })]
    [InlineData(8, long.MinValue, new byte[] { 0x80, 0, 0, 0, 0, 0, 0, 0 })]
    public void PatchBigEndian_AtBounds_FillsAllBytes(int length, long value, byte[] expected)
    {
        Assert.Equal(expected, Patched(length, reservation => reservation.PatchBigEndian(value)));
        Assert.Equal(Enumerable.Reverse(expected), Patched(length, reservation => reservation.PatchLittleEndian(value)));
        if (value >= 0)
        {
            Assert.Equal(expected, Patched(length, reservation => reservation.PatchBigEndian((ulong)value)));
            Assert.Equal(Enumerable.Reverse(expected), Patched(length, reservation => reservation.PatchLittleEndian((ulong)value)));
        }
    }

    [Fact]
    public void PatchBigEndian_OfTheLargestUnsigned_FillsAllBytes() =>
        Assert.Equal(Enumerable.Repeat((byte)0xFF, 8), Patched(8, static reservation => reservation.PatchBigEndian(ulong.MaxValue)));

    [Theory]
    [InlineData(1, 256L)]
    [InlineData(1, -129L)]
    [InlineData(2, 65_536L)]
    [InlineData(2, -32_769L)]
    [InlineData(4, 1L << 32)]
    [InlineData(4, int.MinValue - 1L)]
    [InlineData(7, 1L << 56)]
    public void PatchBigEndian_ThatDoesNotFit_NamesTheValueAndStaysOpen(int length, long value)
    {
        AssertStaysOpen(length, "value", reservation => reservation.PatchBigEndian(value));
        AssertStaysOpen(length, "value", reservation => reservation.PatchLittleEndian(value));
        if (value >= 0)
        {
            AssertStaysOpen(length, "value", reservation => reservation.PatchBigEndian((ulong)value));
            AssertStaysOpen(length, "value", reservation => reservation.PatchLittleEndian((ulong)value));
        }
    }

    [Theory]
    [InlineData(0)]
    [InlineData(9)]
    public void PatchBigEndian_IntoNoIntegersLength_Throws(int length)
    {
        using var writer = new PooledArrayBufferWriter<byte>();
        BufferReservation<byte> reservation = writer.Reserve(length);

        Assert.Contains(
            $"the reservation has {length}",
            Assert.Throws<InvalidOperationException>(() => reservation.PatchBigEndian(1)).Message, StringComparison.Ordinal);
        Assert.Throws<InvalidOperationException>(() => reservation.PatchLengthLittleEndian());

        reservation.Patch(new byte[length]);
    }

    [Fact]
    public void PatchLength_OfNestedMessages_CountsWhatFollows()
    {
        using var writer = new PooledArrayBufferWriter<byte>(initialCapacity: 1);
        BufferReservation<byte> outer = writer.Reserve(4);
        writer.WriteUtf8("ab".AsSpan());
        BufferReservation<byte> inner = writer.Reserve(2);
        writer.WriteUtf8("cde".AsSpan());
        inner.PatchLengthBigEndian();
        outer.PatchLengthLittleEndian(extra: 4);

        Assert.Equal([11, 0, 0, 0, .. "ab"u8, 0, 3, .. "cde"u8], writer.WrittenSpan.ToArray());
    }

    [Fact]
    public void PatchLength_ThatDoesNotFit_ThrowsAndStaysOpen()
    {
        foreach (Action<BufferReservation<byte>> patch in new Action<BufferReservation<byte>>[]
        {
            static reservation => reservation.PatchLengthBigEndian(),
            static reservation => reservation.PatchLengthLittleEndian(),
            static reservation => reservation.PatchPaddedVarintLength(),
        })
        {
            using var writer = new PooledArrayBufferWriter<byte>();
            BufferReservation<byte> reservation = writer.Reserve(1);
            writer.Write(new byte[256]);

            Assert.Contains(
                "256 does not fit in a reservation of 1 byte.",
                Assert.Throws<InvalidOperationException>(() => patch(reservation)).Message, StringComparison.Ordinal);

            writer.Truncate(101);
            patch(reservation);
            Assert.Equal(100, writer.WrittenSpan[0]);
        }
    }

    [Theory]
    [InlineData(-4)]
    [InlineData(int.MinValue)]
    public void PatchLength_MadeNegative_NamesExtraAndStaysOpen(int extra)
    {
        AssertStaysOpen(4, "extra", reservation => reservation.PatchLengthBigEndian(extra));
        AssertStaysOpen(4, "extra", reservation => reservation.PatchLengthLittleEndian(extra));
        AssertStaysOpen(4, "extra", reservation => reservation.PatchVarintLength(extra));
        AssertStaysOpen(4, "extra", reservation => reservation.PatchPaddedVarintLength(extra));
    }

    [Fact]
    public void PatchLength_WithTheLargestExtra_DoesNotOverflow() =>
        Assert.Equal([0x80, 0, 0, 2], Patched(4, static reservation => reservation.PatchLengthBigEndian(int.MaxValue), written: 3));

    [Theory]
    [InlineData(0UL)]
    [InlineData(127UL)]
    [InlineData(128UL)]
    [InlineData(16_383UL)]
    [InlineData(16_384UL)]
    [InlineData((ulong)uint.MaxValue)]
    [InlineData(ulong.MaxValue)]
    public void PatchVarint_OfAnyLength_IsAsShortAsItCanBe(ulong value)
    {
        using var expected = new PooledArrayBufferWriter<byte>();
        expected.WriteVarint64(value);
        expected.Write([1, 2, 3]);

        for (int length = 0; length <= 12; length++)
        {
            using var writer = new PooledArrayBufferWriter<byte>(initialCapacity: 1);
            BufferReservation<byte> reservation = writer.Reserve(length);
            writer.Write([1, 2, 3]);
            reservation.PatchVarint(value);

            Assert.Equal(expected.WrittenSpan.ToArray(), writer.WrittenSpan.ToArray());
        }
    }

    [Theory]
    [InlineData(0)]
    [InlineData(127)]
    [InlineData(128)]
    [InlineData(20_000)]
    public void PatchVarintLength_OfNestedMessages_CountsWhatFollows(int length)
    {
        using var inner = new PooledArrayBufferWriter<byte>();
        inner.WriteVarint32((uint)length);
        inner.Write(new byte[length]);
        using var expected = new PooledArrayBufferWriter<byte>();
        expected.WriteVarint32((uint)inner.WrittenCount);
        expected.Write(inner.WrittenSpan);

        using var writer = new PooledArrayBufferWriter<byte>();
        BufferReservation<byte> outerLength = writer.Reserve(1);
        BufferReservation<byte> innerLength = writer.Reserve(1);
        writer.Write(new byte[length]);
        innerLength.PatchVarintLength();
        outerLength.PatchVarintLength();

        Assert.Equal(expected.WrittenSpan.ToArray(), writer.WrittenSpan.ToArray());
    }

    [Theory]
    [InlineData(1, 5UL, new byte[] { 5 })]
    [InlineData(3, 5UL, new byte[] { 0x85, 0x80, 0 })]
    [InlineData(5, uint.MaxValue, new byte[] { 0xFF, 0xFF, 0xFF, 0xFF, 0x0F })]
    [InlineData(10, ulong.MaxValue, new byte[] { 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1 })]
    [InlineData(10, 0UL, new byte[] { 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0 })]
    public void PatchPaddedVarint_FillsAllBytes(int length, ulong value, byte[] expected) =>
        Assert.Equal(expected, Patched(length, reservation => reservation.PatchPaddedVarint(value)));

    [Theory]
    [InlineData(1, 128UL)]
    [InlineData(4, 1UL << 28)]
    [InlineData(9, ulong.MaxValue)]
    public void PatchPaddedVarint_ThatDoesNotFit_NamesTheValueAndStaysOpen(int length, ulong value) =>
        AssertStaysOpen(length, "value", reservation => reservation.PatchPaddedVarint(value));

    [Theory]
    [InlineData(0)]
    [InlineData(11)]
    public void PatchPaddedVarint_IntoNoVarintsLength_Throws(int length)
    {
        using var writer = new PooledArrayBufferWriter<byte>();
        BufferReservation<byte> reservation = writer.Reserve(length);

        Assert.Throws<InvalidOperationException>(() => reservation.PatchPaddedVarint(0));
        Assert.Throws<InvalidOperationException>(() => reservation.PatchPaddedVarintLength());

        reservation.Patch(new byte[length]);
    }

    [Fact]
    public void PatchPaddedVarintLength_CountsWhatFollows() =>
        Assert.Equal([0x83, 0x80, 0x80, 0x80, 0], Patched(5, static reservation => reservation.PatchPaddedVarintLength(), written: 3));

    [Fact]
    public void Rentals_WithManyOpenReservations_PatchThemAll()
    {
        using var pool = new BufferWriterPool();
        for (int rental = 0; rental < 70; rental++)
        {
            using PooledLease<PooledArrayBufferWriter<byte>> lease = pool.Rent();
            var open = new BufferReservation<byte>[3000];
            for (int i = 0; i < open.Length; i++)
                open[i] = lease.Value.Reserve(1);

            for (int i = open.Length - 1; i >= 0; i -= 2)
                open[i].PatchLengthLittleEndian(i % 200 - (int)open[i].WrittenSince);

            Assert.Equal(199, lease.Value.WrittenSpan[2999]);
            Assert.Equal(0, lease.Value.WrittenSpan[2998]);
        }
    }

#if !NETFRAMEWORK
    [Fact]
    [Trait("Category", "Allocation")]
    public void EveryMember_OnceWarm_AllocatesNothing()
    {
        using var pool = new BufferWriterPool();

        AllocationAssert.Zero(() =>
        {
            using PooledLease<PooledArrayBufferWriter<byte>> lease = pool.Rent();
            PooledArrayBufferWriter<byte> writer = lease.Value;
            BufferReservation<byte> fixedLength = writer.Reserve(4);
            BufferReservation<byte> varint = writer.Reserve(1);
            BufferReservation<byte> padded = writer.Reserve(5);
            BufferReservation<byte> bytes = writer.Reserve(2);
            writer.Write("some text that is longer than that, so that everything behind the short one has to be moved by one, "u8
                + "since it needs two bytes ............"u8);
            bytes.Patch([1, 2]);
            padded.PatchPaddedVarintLength();
            varint.PatchVarintLength();
            fixedLength.PatchLengthBigEndian();
        });
    }
#endif

    private static byte[] Patched(int length, Action<BufferReservation<byte>> patch, int written = 0)
    {
        using var writer = new PooledArrayBufferWriter<byte>(new() { InitialCapacity = 16 }, new CountingArrayPool<byte>());
        writer.Write([42]);
        BufferReservation<byte> reservation = writer.Reserve(length);
        writer.Write(new byte[written]);
        patch(reservation);

        Assert.Equal(1 + length + written, writer.WrittenCount);
        return writer.WrittenSpan.Slice(1, length).ToArray();
    }

    private static void AssertStaysOpen(int length, string parameter, Action<BufferReservation<byte>> patch)
    {
        using var writer = new PooledArrayBufferWriter<byte>();
        BufferReservation<byte> reservation = writer.Reserve(length);
        writer.Write([1, 2, 3]);

        Assert.Equal(parameter, Assert.Throws<ArgumentOutOfRangeException>(() => patch(reservation)).ParamName);

        Assert.Equal([.. new byte[length], 1, 2, 3], writer.WrittenSpan.ToArray());
        reservation.Patch(new byte[length]);
    }
}
