using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;

namespace Pooling.Buffers;

/// <summary>Represents bytes that <see cref="SegmentedBufferWriter.Reserve"/> left blank, to be filled in once. They may span several
/// chunks.</summary>
/// <remarks>
/// <para>Ownership: the holder patches the reservation once; copies represent the same reservation. After the reservation was patched, or
/// the content it is part of was reset, truncated, detached, disposed or returned, every member throws and changes nothing, even if another
/// caller rents the same writer.</para>
/// <para>Order: reservations that keep their length can be patched in any order. A patch that changes the length moves the content after
/// it, so the last open reservation must be patched first.</para>
/// <para>Every method validates its arguments before it changes anything; if it throws, the reservation stays open.</para>
/// <para>Thread safety: that of the writer, which is used by one thread at a time.</para>
/// <para>Allocation: none.</para>
/// </remarks>
[DebuggerDisplay("{DebuggerText,nq}")]
public readonly struct SegmentReservation
{
    private readonly SegmentedBufferWriter? _writer;
    private readonly long _serial;

    internal SegmentReservation(SegmentedBufferWriter writer, long serial)
    {
        _writer = writer;
        _serial = serial;
    }

    /// <summary>Gets the number of reserved bytes.</summary>
    /// <exception cref="InvalidOperationException">The reservation was patched, has ended, or is the default value.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    public int Length => Writer.ReservedLength(_serial);

    /// <summary>Gets the number of bytes written after the reserved ones so far. A length prefix counts these bytes.</summary>
    /// <exception cref="InvalidOperationException">The reservation was patched, has ended, or is the default value.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    public long WrittenSince => Writer.WrittenSince(_serial);

    internal string DebuggerText => _writer?.DescribeReservation(_serial) ?? "default";

    /// <summary>Returns what a debugger shows.</summary>
    /// <returns>The text.</returns>
    public override string ToString() => DebuggerText;

    private SegmentedBufferWriter Writer
    {
        get
        {
            SegmentedBufferWriter? writer = _writer;
            if (writer is null)
                ThrowDefault();

            return writer;
        }
    }

    /// <summary>Fills in the reserved bytes.</summary>
    /// <param name="items">The bytes to copy, exactly as many as were reserved.</param>
    /// <exception cref="ArgumentException"><paramref name="items"/> does not have the reserved length; the reservation stays
    /// open.</exception>
    /// <exception cref="InvalidOperationException">The reservation was patched, has ended, or is the default value.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    public void Patch(ReadOnlySpan<byte> items) => Writer.Patch(_serial, items);

    /// <summary>Replaces the reserved bytes with any number of bytes. If the number differs, the bytes written since are moved. Sequences
    /// obtained from the writer become invalid.</summary>
    /// <param name="items">The bytes to copy. They must not be in the writer's own memory.</param>
    /// <exception cref="ArgumentException"><paramref name="items"/> are in the writer's own memory.</exception>
    /// <exception cref="InvalidOperationException">A later reservation is still open, or this one was patched, has ended, or is the default
    /// value.</exception>
    /// <exception cref="BufferCapacityExceededException">The writer would exceed its maximum capacity; the reservation stays
    /// open.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    /// <remarks>Copies everything written since, which the writer never does otherwise. If the array pool throws, the exception is passed
    /// to the caller, the content is unchanged, and the reservation stays open.</remarks>
    public void Replace(ReadOnlySpan<byte> items) => Writer.Replace(_serial, items);

    /// <summary>Writes a signed integer into all reserved bytes, in little-endian order.</summary>
    /// <param name="value">The number. It must fit as a signed or as an unsigned integer.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="value"/> does not fit.</exception>
    /// <exception cref="InvalidOperationException">The reservation is not open, or does not have 1 to 8 bytes.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    public void PatchLittleEndian(long value) => PatchSigned(value, isBigEndian: false);

    /// <summary>Writes an unsigned integer into all reserved bytes, in little-endian order.</summary>
    /// <param name="value">The number.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="value"/> does not fit.</exception>
    /// <exception cref="InvalidOperationException">The reservation is not open, or does not have 1 to 8 bytes.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    public void PatchLittleEndian(ulong value) => PatchUnsigned(value, isBigEndian: false);

    /// <summary>Writes a signed integer into all reserved bytes, in big-endian order.</summary>
    /// <param name="value">The number. It must fit as a signed or as an unsigned integer.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="value"/> does not fit.</exception>
    /// <exception cref="InvalidOperationException">The reservation is not open, or does not have 1 to 8 bytes.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    public void PatchBigEndian(long value) => PatchSigned(value, isBigEndian: true);

    /// <summary>Writes an unsigned integer into all reserved bytes, in big-endian order.</summary>
    /// <param name="value">The number.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="value"/> does not fit.</exception>
    /// <exception cref="InvalidOperationException">The reservation is not open, or does not have 1 to 8 bytes.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    public void PatchBigEndian(ulong value) => PatchUnsigned(value, isBigEndian: true);

    /// <summary>Writes the number of bytes written since into all reserved bytes, in little-endian order.</summary>
    /// <param name="extra">A number to add for other bytes that the length covers, such as the reserved bytes themselves. It can be
    /// negative.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="extra"/> makes the length negative.</exception>
    /// <exception cref="InvalidOperationException">The length does not fit, the reservation does not have 1 to 8 bytes, or it is not
    /// open.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    public void PatchLengthLittleEndian(int extra = 0) => PatchLength(extra, isBigEndian: false);

    /// <summary>Writes the number of bytes written since into all reserved bytes, in big-endian order.</summary>
    /// <param name="extra">A number to add for other bytes that the length covers, such as the reserved bytes themselves. It can be
    /// negative.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="extra"/> makes the length negative.</exception>
    /// <exception cref="InvalidOperationException">The length does not fit, the reservation does not have 1 to 8 bytes, or it is not
    /// open.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    public void PatchLengthBigEndian(int extra = 0) => PatchLength(extra, isBigEndian: true);

    /// <summary>Replaces the reserved bytes with a varint of minimal length. If its length differs from the reserved length, the bytes
    /// written since are moved.</summary>
    /// <param name="value">The number.</param>
    /// <exception cref="BufferCapacityExceededException">The writer would exceed its maximum capacity.</exception>
    /// <exception cref="InvalidOperationException">The length differs from the reserved length and a later reservation is still open, or
    /// this one is not open.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    /// <remarks>Reserve as many bytes as the varint usually needs, so that nothing has to be moved.</remarks>
    public void PatchVarint(ulong value) => PutVarint(Length, value);

    /// <summary>Replaces the reserved bytes with the number of bytes written since, as a varint of minimal length. If its length differs
    /// from the reserved length, the bytes written since are moved.</summary>
    /// <param name="extra">A number to add to the count. It can be negative.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="extra"/> makes the length negative.</exception>
    /// <exception cref="BufferCapacityExceededException">The writer would exceed its maximum capacity.</exception>
    /// <exception cref="InvalidOperationException">The length differs from the reserved length and a later reservation is still open, or
    /// this one is not open.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    /// <remarks>Reserve as many bytes as the varint usually needs, so that nothing has to be moved.</remarks>
    public void PatchVarintLength(int extra = 0) => PutVarint(Length, LengthWith(extra));

    /// <summary>Writes a varint that fills all reserved bytes, however small the number. Readers skip the padding, and nothing is
    /// moved.</summary>
    /// <param name="value">The number.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="value"/> does not fit.</exception>
    /// <exception cref="InvalidOperationException">The reservation is not open, or does not have 1 to 10 bytes.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    /// <remarks>Readers of 32-bit varints accept at most 5 bytes.</remarks>
    public void PatchPaddedVarint(ulong value)
    {
        int length = PaddedLength();
        if (Varint.LengthOf(value) > length)
            ThrowDoesNotFit(value, length);

        PutPadded(value, length);
    }

    /// <summary>Writes the number of bytes written since, as a varint that fills all reserved bytes. Nothing is moved.</summary>
    /// <param name="extra">A number to add to the count. It can be negative.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="extra"/> makes the length negative.</exception>
    /// <exception cref="InvalidOperationException">The length does not fit, the reservation does not have 1 to 10 bytes, or it is not
    /// open.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    /// <remarks>Readers of 32-bit varints accept at most 5 bytes.</remarks>
    public void PatchPaddedVarintLength(int extra = 0)
    {
        int length = PaddedLength();
        ulong value = LengthWith(extra);
        if (Varint.LengthOf(value) > length)
            ThrowLengthDoesNotFit(value, length);

        PutPadded(value, length);
    }

    private void PatchSigned(long value, bool isBigEndian)
    {
        int length = IntegerLength();
        int unused = 64 - (length * 8);
        if (value >= 0 ? (ulong)value > ulong.MaxValue >> unused : value < long.MinValue >> unused)
            ThrowDoesNotFit(value, length);

        Put((ulong)value, length, isBigEndian);
    }

    private void PatchUnsigned(ulong value, bool isBigEndian)
    {
        int length = IntegerLength();
        if (value > ulong.MaxValue >> (64 - (length * 8)))
            ThrowDoesNotFit(value, length);

        Put(value, length, isBigEndian);
    }

    private void PatchLength(int extra, bool isBigEndian)
    {
        int length = IntegerLength();
        ulong value = LengthWith(extra);
        if (value > ulong.MaxValue >> (64 - (length * 8)))
            ThrowLengthDoesNotFit(value, length);

        Put(value, length, isBigEndian);
    }

    private ulong LengthWith(int extra)
    {
        long written = WrittenSince;
        long length = written + extra;
        if (length < 0)
            ThrowNegativeLength(written, extra);

        return (ulong)length;
    }

    private int PaddedLength()
    {
        int length = Length;
        if ((uint)(length - 1) >= Varint.Longest)
            Throw.InvalidOperation($"A padded varint has 1 to {Varint.Longest} bytes, but the reservation has {length}.");

        return length;
    }

    private void PutVarint(int reserved, ulong value)
    {
        Span<byte> bytes = stackalloc byte[Varint.Longest];
        bytes = bytes.Slice(0, Varint.Put(bytes, value));
        if (bytes.Length == reserved)
            Patch(bytes);
        else
            Replace(bytes);
    }

    private void PutPadded(ulong value, int length)
    {
        Span<byte> bytes = stackalloc byte[Varint.Longest];
        bytes = bytes.Slice(0, length);
        Varint.PutPadded(bytes, value);
        Patch(bytes);
    }

    private int IntegerLength()
    {
        int length = Length;
        if ((uint)(length - 1) >= sizeof(ulong))
            Throw.InvalidOperation($"An integer has 1 to {sizeof(ulong)} bytes, but the reservation has {length}.");

        return length;
    }

    private void Put(ulong value, int length, bool isBigEndian)
    {
        Span<byte> bytes = stackalloc byte[sizeof(ulong)];
        for (int i = 0; i < length; i++, value >>= 8)
            bytes[isBigEndian ? length - 1 - i : i] = (byte)value;

        Patch(bytes.Slice(0, length));
    }

    [DoesNotReturn]
    private static void ThrowDefault() => Throw.InvalidOperation("The reservation is the default value. Call Reserve to create one.");

    [DoesNotReturn]
    private static void ThrowDoesNotFit(object value, int length) =>
        Throw.ArgumentOutOfRange(nameof(value), value, $"{value} does not fit in a reservation of {Quantity.Of(length, "byte")}.");

    [DoesNotReturn]
    private static void ThrowNegativeLength(long written, int extra) =>
        Throw.ArgumentOutOfRange(
            nameof(extra), extra, $"The length would be negative: {Quantity.Of(written, "byte")} written plus {extra}.");

    [DoesNotReturn]
    private static void ThrowLengthDoesNotFit(ulong value, int length) =>
        Throw.InvalidOperation($"The length {value} does not fit in a reservation of {Quantity.Of(length, "byte")}. Reserve more.");
}
