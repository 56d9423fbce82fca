using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Pooling.Buffers;

/// <summary>The right to fill in, once, bytes that <see cref="SegmentedBufferWriter.Reserve"/> left free. They may lie across
/// chunks.</summary>
/// <remarks>
/// <para>Ownership: its holder patches it, once; copies are the same reservation. Once it was patched, or what it stands in was
/// reset, truncated, detached, disposed or returned, every member throws and changes nothing, also when somebody else rents the same
/// writer.</para>
/// <para>Order: reservations whose length stays are patched in any order. A patch that changes the length moves what follows, thus the last
/// open reservation goes first.</para>
/// <para>Every method checks first and throws before anything changes; the reservation stays open then.</para>
/// <para>Thread safety: that of the writer, one thread at a time.</para>
/// <para>Allocation: none.</para>
/// </remarks>
[DebuggerDisplay("{DebuggerText,nq}")]
public readonly struct SegmentReservation : IEquatable<SegmentReservation>
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

    /// <summary>Gets the number of bytes written after the reserved ones so far, which is what a length in front of them counts.</summary>
    /// <exception cref="InvalidOperationException">The reservation was patched, has ended, or is the default value.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    public long WrittenSince => Writer.WrittenSince(_serial);

    internal string DebuggerText => _writer?.DescribeReservation(_serial) ?? "default";

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

    /// <summary>Returns a value that indicates whether two reservations are the same, open or not.</summary>
    /// <param name="left">A reservation.</param>
    /// <param name="right">Another reservation.</param>
    /// <returns><see langword="true"/> if one is a copy of the other.</returns>
    public static bool operator ==(SegmentReservation left, SegmentReservation right) => left.Equals(right);

    /// <summary>Returns a value that indicates whether two reservations are different ones.</summary>
    /// <param name="left">A reservation.</param>
    /// <param name="right">Another reservation.</param>
    /// <returns><see langword="false"/> if one is a copy of the other.</returns>
    public static bool operator !=(SegmentReservation left, SegmentReservation right) => !left.Equals(right);

    /// <summary>Writes the reserved bytes.</summary>
    /// <param name="items">Exactly as many as were reserved, copied.</param>
    /// <exception cref="ArgumentException"><paramref name="items"/> are more or fewer; the reservation stays open.</exception>
    /// <exception cref="InvalidOperationException">The reservation was patched, has ended, or is the default value.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    public void Patch(ReadOnlySpan<byte> items) => Writer.Patch(_serial, items);

    /// <summary>Replaces the reserved bytes by any number of them, and moves what was written since unless they are as many. Sequences from
    /// the writer are no longer valid.</summary>
    /// <param name="items">Any number, copied. They must not lie in the writer's own memory.</param>
    /// <exception cref="ArgumentException"><paramref name="items"/> lie in the writer's own memory.</exception>
    /// <exception cref="InvalidOperationException">A reservation that was made later is still open; or this one was patched, has ended, or
    /// is the default value.</exception>
    /// <exception cref="BufferCapacityExceededException">The writer would hold more than its maximum; the reservation stays
    /// open.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    /// <remarks>Copies all that was written since, which the writer never does otherwise. An exception of the array pool reaches the
    /// caller; the content is as it was, and the reservation stays open.</remarks>
    public void Replace(ReadOnlySpan<byte> items) => Writer.Replace(_serial, items);

    /// <summary>Writes a signed integer into all reserved bytes, the lowest byte first.</summary>
    /// <param name="value">The number, which must fit as signed or as unsigned.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="value"/> does not fit.</exception>
    /// <exception cref="InvalidOperationException">None or more than 8 bytes are reserved; or the reservation is not open.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    public void PatchLittleEndian(long value) => PatchSigned(value, isBigEndian: false);

    /// <summary>Writes an unsigned integer into all reserved bytes, the lowest byte first.</summary>
    /// <param name="value">The number.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="value"/> does not fit.</exception>
    /// <exception cref="InvalidOperationException">None or more than 8 bytes are reserved; or the reservation is not open.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    public void PatchLittleEndian(ulong value) => PatchUnsigned(value, isBigEndian: false);

    /// <summary>Writes a signed integer into all reserved bytes, the highest byte first.</summary>
    /// <param name="value">The number, which must fit as signed or as unsigned.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="value"/> does not fit.</exception>
    /// <exception cref="InvalidOperationException">None or more than 8 bytes are reserved; or the reservation is not open.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    public void PatchBigEndian(long value) => PatchSigned(value, isBigEndian: true);

    /// <summary>Writes an unsigned integer into all reserved bytes, the highest byte first.</summary>
    /// <param name="value">The number.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="value"/> does not fit.</exception>
    /// <exception cref="InvalidOperationException">None or more than 8 bytes are reserved; or the reservation is not open.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    public void PatchBigEndian(ulong value) => PatchUnsigned(value, isBigEndian: true);

    /// <summary>Writes the count of bytes written since into all reserved bytes, the lowest byte first.</summary>
    /// <param name="extra">Is added to the count: what the length covers besides, such as the reserved bytes themselves. May be
    /// negative.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="extra"/> makes the length negative.</exception>
    /// <exception cref="InvalidOperationException">The length does not fit, none or more than 8 bytes are reserved, or the reservation is
    /// not open.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    public void PatchLengthLittleEndian(int extra = 0) => PatchLength(extra, isBigEndian: false);

    /// <summary>Writes the count of bytes written since into all reserved bytes, the highest byte first.</summary>
    /// <param name="extra">Is added to the count: what the length covers besides, such as the reserved bytes themselves. May be
    /// negative.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="extra"/> makes the length negative.</exception>
    /// <exception cref="InvalidOperationException">The length does not fit, none or more than 8 bytes are reserved, or the reservation is
    /// not open.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    public void PatchLengthBigEndian(int extra = 0) => PatchLength(extra, isBigEndian: true);

    /// <summary>Replaces the reserved bytes by a varint, as short as it can be, and moves what was written since unless it is as
    /// long.</summary>
    /// <param name="value">The number.</param>
    /// <exception cref="BufferCapacityExceededException">The writer would hold more than its maximum.</exception>
    /// <exception cref="InvalidOperationException">The varint is not as long as the reserved bytes and a later reservation is still open;
    /// or this one is not open.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    /// <remarks>Reserve as many bytes as the varint usually takes, so that nothing moves.</remarks>
    public void PatchVarint(ulong value) => PutVarint(Length, value);

    /// <summary>Replaces the reserved bytes by the count of bytes written since, as a varint as short as it can be, and moves what was
    /// written since unless it is as long.</summary>
    /// <param name="extra">A number to add to the count. It may be negative.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="extra"/> makes the length negative.</exception>
    /// <exception cref="BufferCapacityExceededException">The writer would hold more than its maximum.</exception>
    /// <exception cref="InvalidOperationException">The varint is not as long as the reserved bytes and a later reservation is still open;
    /// or this one is not open.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    /// <remarks>Reserve as many bytes as the varint usually takes, so that nothing moves.</remarks>
    public void PatchVarintLength(int extra = 0) => PutVarint(Length, LengthWith(extra));

    /// <summary>Writes a varint that takes all reserved bytes, however small the number; readers skip the padding. Nothing moves.</summary>
    /// <param name="value">The number.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="value"/> does not fit.</exception>
    /// <exception cref="InvalidOperationException">None or more than 10 bytes are reserved; or the reservation is not open.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    /// <remarks>Readers of 32-bit varints take 5 bytes at most.</remarks>
    public void PatchPaddedVarint(ulong value)
    {
        int length = PaddedLength();
        if (Varint.LengthOf(value) > length)
            ThrowDoesNotFit(value, length);

        PutPadded(value, length);
    }

    /// <summary>Writes the count of bytes written since, as a varint that takes all reserved bytes. Nothing moves.</summary>
    /// <param name="extra">A number to add to the count. It may be negative.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="extra"/> makes the length negative.</exception>
    /// <exception cref="InvalidOperationException">The length does not fit, none or more than 10 bytes are reserved, or the reservation is
    /// not open.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    /// <remarks>Readers of 32-bit varints take 5 bytes at most.</remarks>
    public void PatchPaddedVarintLength(int extra = 0)
    {
        int length = PaddedLength();
        ulong value = LengthWith(extra);
        if (Varint.LengthOf(value) > length)
            ThrowLengthDoesNotFit(value, length);

        PutPadded(value, length);
    }

    /// <inheritdoc/>
    public bool Equals(SegmentReservation other) => _writer == other._writer && _serial == other._serial;

    /// <inheritdoc/>
    public override bool Equals(object? obj) => obj is SegmentReservation other && Equals(other);

    /// <inheritdoc/>
    public override int GetHashCode() => RuntimeHelpers.GetHashCode(_writer!) ^ _serial.GetHashCode();

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
            Throw.ArgumentOutOfRange(nameof(extra), extra, $"{written} bytes were written; with {extra} the length is negative.");

        return (ulong)length;
    }

    private int PaddedLength()
    {
        int length = Length;
        if ((uint)(length - 1) >= Varint.Longest)
            Throw.InvalidOperation($"A varint takes 1 to {Varint.Longest} bytes; {length} are reserved.");

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
            Throw.InvalidOperation($"An integer takes 1 to {sizeof(ulong)} bytes; {length} are reserved.");

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
    private static void ThrowDefault() => Throw.InvalidOperation("This is the default value: reservations are made by Reserve.");

    [DoesNotReturn]
    private static void ThrowDoesNotFit(object value, int length) =>
        Throw.ArgumentOutOfRange(nameof(value), value, $"{value} does not fit into the {length} bytes that are reserved.");

    [DoesNotReturn]
    private static void ThrowLengthDoesNotFit(ulong value, int length) =>
        Throw.InvalidOperation($"The length {value} does not fit into the {length} bytes that are reserved for it.");
}
