using System.Buffers.Binary;
using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Pooling.Buffers;

/// <summary>The right to fill in, once, items that <see cref="PooledArrayBufferWriter{T}.Reserve"/> left free.</summary>
/// <typeparam name="T">The item type. For bytes <see cref="BufferReservation"/> patches numbers and lengths.</typeparam>
/// <remarks>
/// <para>Ownership: its holder patches it, once; copies are the same reservation. It is a position, not a span, so that the writer
/// may grow meanwhile. Once it was patched, or what it stands in was reset, truncated, detached, disposed or returned, every member throws
/// and changes nothing, also when somebody else rents the same writer.</para>
/// <para>Order: reservations whose length stays are patched in any order. A patch that changes the length moves what follows, thus the last
/// open reservation goes first.</para>
/// <para>Thread safety: that of the writer, one thread at a time.</para>
/// <para>Allocation: none.</para>
/// </remarks>
[DebuggerDisplay("{DebuggerText,nq}")]
public readonly struct BufferReservation<T> : IEquatable<BufferReservation<T>>
{
    private readonly PooledArrayBufferWriter<T>? _writer;

    internal BufferReservation(PooledArrayBufferWriter<T> writer, long serial)
    {
        _writer = writer;
        Serial = serial;
    }

    /// <summary>Gets the number of reserved items.</summary>
    /// <exception cref="InvalidOperationException">The reservation was patched, has ended, or is the default value.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    public int Length => Writer.BeginPatch(Serial, out _, out _).Length;

    /// <summary>Gets the number of items written after the reserved ones so far, which is what a length in front of them counts.</summary>
    /// <exception cref="InvalidOperationException">The reservation was patched, has ended, or is the default value.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    public int WrittenSince
    {
        get
        {
            Writer.BeginPatch(Serial, out _, out int writtenSince);
            return writtenSince;
        }
    }

    internal string DebuggerText => _writer?.DescribeReservation(Serial) ?? "default";

    internal PooledArrayBufferWriter<T> Writer
    {
        get
        {
            PooledArrayBufferWriter<T>? writer = _writer;
            if (writer is null)
                ThrowDefault();

            return writer;
        }
    }

    internal long Serial { get; }

    /// <summary>Returns a value that indicates whether two reservations are the same, open or not.</summary>
    /// <param name="left">A reservation.</param>
    /// <param name="right">Another reservation.</param>
    /// <returns><see langword="true"/> if one is a copy of the other.</returns>
    public static bool operator ==(BufferReservation<T> left, BufferReservation<T> right) => left.Equals(right);

    /// <summary>Returns a value that indicates whether two reservations are different ones.</summary>
    /// <param name="left">A reservation.</param>
    /// <param name="right">Another reservation.</param>
    /// <returns><see langword="false"/> if one is a copy of the other.</returns>
    public static bool operator !=(BufferReservation<T> left, BufferReservation<T> right) => !left.Equals(right);

    /// <summary>Writes the reserved items.</summary>
    /// <param name="items">Exactly as many as were reserved, copied.</param>
    /// <exception cref="ArgumentException"><paramref name="items"/> are more or fewer; the reservation stays open.</exception>
    /// <exception cref="InvalidOperationException">The reservation was patched, has ended, or is the default value.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    public void Patch(ReadOnlySpan<T> items)
    {
        PooledArrayBufferWriter<T> writer = Writer;
        Span<T> reserved = writer.BeginPatch(Serial, out int index, out _);
        if (items.Length != reserved.Length)
            Throw.Argument($"{items.Length} items do not fill the {reserved.Length} that are reserved.", nameof(items));

        items.CopyTo(reserved);
        writer.EndPatch(index);
    }

    /// <summary>Replaces the reserved items by any number of them, and moves what was written since unless they are as many.</summary>
    /// <param name="items">Any number, copied. They must not lie in the writer's own memory.</param>
    /// <exception cref="ArgumentException"><paramref name="items"/> lie in the writer's own memory.</exception>
    /// <exception cref="InvalidOperationException">A reservation that was made later is still open; or this one was patched, has ended, or
    /// is the default value.</exception>
    /// <exception cref="BufferCapacityExceededException">The writer would hold more than its maximum; the reservation stays
    /// open.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    /// <remarks>An exception of the array pool reaches the caller; the content is as it was, and the reservation stays open.</remarks>
    public void Replace(ReadOnlySpan<T> items) => Writer.Replace(Serial, items);

    /// <inheritdoc/>
    public bool Equals(BufferReservation<T> other) => _writer == other._writer && Serial == other.Serial;

    /// <inheritdoc/>
    public override bool Equals(object? obj) => obj is BufferReservation<T> other && Equals(other);

    /// <inheritdoc/>
    public override int GetHashCode() => RuntimeHelpers.GetHashCode(_writer!) ^ Serial.GetHashCode();

    [DoesNotReturn]
    private static void ThrowDefault() => Throw.InvalidOperation("This is the default value: reservations are made by Reserve.");
}

/// <summary>Writes numbers into reserved bytes, and the count of bytes written since.</summary>
/// <remarks>
/// <para>Every method checks first and throws before anything changes; the reservation stays open then. One that was patched, has ended, or
/// is the default value throws <see cref="InvalidOperationException"/>; a disposed writer <see cref="ObjectDisposedException"/>.</para>
/// <para>Thread safety: that of the writer, one thread at a time.</para>
/// <para>Allocation: none.</para>
/// </remarks>
public static class BufferReservation
{
    /// <summary>Writes a signed integer into all reserved bytes, the lowest byte first.</summary>
    /// <param name="reservation">1 to 8 bytes.</param>
    /// <param name="value">The number, which must fit as signed or as unsigned.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="value"/> does not fit.</exception>
    /// <exception cref="InvalidOperationException">None or more than 8 bytes are reserved; or the reservation is not open.</exception>
    public static void PatchLittleEndian(this BufferReservation<byte> reservation, long value) =>
        PatchSigned(reservation, value, isBigEndian: false);

    /// <summary>Writes an unsigned integer into all reserved bytes, the lowest byte first.</summary>
    /// <param name="reservation">1 to 8 bytes.</param>
    /// <param name="value">The number.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="value"/> does not fit.</exception>
    /// <exception cref="InvalidOperationException">None or more than 8 bytes are reserved; or the reservation is not open.</exception>
    public static void PatchLittleEndian(this BufferReservation<byte> reservation, ulong value) =>
        PatchUnsigned(reservation, value, isBigEndian: false);

    /// <summary>Writes a signed integer into all reserved bytes, the highest byte first.</summary>
    /// <param name="reservation">1 to 8 bytes.</param>
    /// <param name="value">The number, which must fit as signed or as unsigned.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="value"/> does not fit.</exception>
    /// <exception cref="InvalidOperationException">None or more than 8 bytes are reserved; or the reservation is not open.</exception>
    public static void PatchBigEndian(this BufferReservation<byte> reservation, long value) =>
        PatchSigned(reservation, value, isBigEndian: true);

    /// <summary>Writes an unsigned integer into all reserved bytes, the highest byte first.</summary>
    /// <param name="reservation">1 to 8 bytes.</param>
    /// <param name="value">The number.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="value"/> does not fit.</exception>
    /// <exception cref="InvalidOperationException">None or more than 8 bytes are reserved; or the reservation is not open.</exception>
    public static void PatchBigEndian(this BufferReservation<byte> reservation, ulong value) =>
        PatchUnsigned(reservation, value, isBigEndian: true);

    /// <summary>Writes the count of bytes written since into all reserved bytes, the lowest byte first.</summary>
    /// <param name="reservation">1 to 8 bytes.</param>
    /// <param name="extra">Is added to the count: what the length covers besides, such as the reserved bytes themselves. May be
    /// negative.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="extra"/> makes the length negative.</exception>
    /// <exception cref="InvalidOperationException">The length does not fit, none or more than 8 bytes are reserved, or the reservation is
    /// not open.</exception>
    public static void PatchLengthLittleEndian(this BufferReservation<byte> reservation, int extra = 0) =>
        PatchLength(reservation, extra, isBigEndian: false);

    /// <summary>Writes the count of bytes written since into all reserved bytes, the highest byte first.</summary>
    /// <param name="reservation">1 to 8 bytes.</param>
    /// <param name="extra">Is added to the count: what the length covers besides, such as the reserved bytes themselves. May be
    /// negative.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="extra"/> makes the length negative.</exception>
    /// <exception cref="InvalidOperationException">The length does not fit, none or more than 8 bytes are reserved, or the reservation is
    /// not open.</exception>
    public static void PatchLengthBigEndian(this BufferReservation<byte> reservation, int extra = 0) =>
        PatchLength(reservation, extra, isBigEndian: true);

    /// <summary>Replaces the reserved bytes by a varint, as short as it can be, and moves what was written since unless it is as
    /// long.</summary>
    /// <param name="reservation">The last open reservation of its writer; ideally of as many bytes as the varint usually takes.</param>
    /// <param name="value">The number.</param>
    /// <exception cref="BufferCapacityExceededException">The writer would hold more than its maximum.</exception>
    /// <exception cref="InvalidOperationException">A later reservation is still open; or this one is not.</exception>
    public static void PatchVarint(this BufferReservation<byte> reservation, ulong value)
    {
        Span<byte> reserved = reservation.Writer.BeginPatch(reservation.Serial, out int index, out _);
        PutVarint(reservation, reserved, index, value);
    }

    /// <summary>Replaces the reserved bytes by the count of bytes written since, as a varint as short as it can be, and moves what was
    /// written since unless it is as long.</summary>
    /// <param name="reservation">The last open reservation of its writer; ideally of as many bytes as the varint usually takes: 1 for
    /// messages below 128 bytes.</param>
    /// <param name="extra">A number to add to the count. It may be negative.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="extra"/> makes the length negative.</exception>
    /// <exception cref="BufferCapacityExceededException">The writer would hold more than its maximum.</exception>
    /// <exception cref="InvalidOperationException">A later reservation is still open; or this one is not.</exception>
    public static void PatchVarintLength(this BufferReservation<byte> reservation, int extra = 0)
    {
        Span<byte> reserved = reservation.Writer.BeginPatch(reservation.Serial, out int index, out int writtenSince);
        PutVarint(reservation, reserved, index, LengthWith(writtenSince, extra));
    }

    /// <summary>Writes a varint that takes all reserved bytes, however small the number; readers skip the padding. Nothing moves.</summary>
    /// <param name="reservation">1 to 10 bytes; readers of 32-bit varints take 5 at most.</param>
    /// <param name="value">The number.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="value"/> does not fit.</exception>
    /// <exception cref="InvalidOperationException">None or more than 10 bytes are reserved; or the reservation is not open.</exception>
    public static void PatchPaddedVarint(this BufferReservation<byte> reservation, ulong value)
    {
        Span<byte> reserved = BeginPaddedVarint(reservation, out int index, out _);
        if (Varint.LengthOf(value) > reserved.Length)
            ThrowDoesNotFit(value, reserved.Length);

        Varint.PutPadded(reserved, value);
        reservation.Writer.EndPatch(index);
    }

    /// <summary>Writes the count of bytes written since, as a varint that takes all reserved bytes. Nothing moves.</summary>
    /// <param name="reservation">1 to 10 bytes; readers of 32-bit varints take 5 at most, which always suffice.</param>
    /// <param name="extra">A number to add to the count. It may be negative.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="extra"/> makes the length negative.</exception>
    /// <exception cref="InvalidOperationException">The length does not fit, none or more than 10 bytes are reserved, or the reservation is
    /// not open.</exception>
    public static void PatchPaddedVarintLength(this BufferReservation<byte> reservation, int extra = 0)
    {
        Span<byte> reserved = BeginPaddedVarint(reservation, out int index, out int writtenSince);
        ulong length = LengthWith(writtenSince, extra);
        if (Varint.LengthOf(length) > reserved.Length)
            ThrowLengthDoesNotFit(length, reserved.Length);

        Varint.PutPadded(reserved, length);
        reservation.Writer.EndPatch(index);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void PutVarint(BufferReservation<byte> reservation, Span<byte> reserved, int index, ulong value)
    {
        if (Varint.LengthOf(value) == reserved.Length)
        {
            Varint.Put(reserved, value);
            reservation.Writer.EndPatch(index);
        }
        else
        {
            MoveForVarint(reservation, value);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void MoveForVarint(BufferReservation<byte> reservation, ulong value)
    {
        Span<byte> bytes = stackalloc byte[Varint.Longest];
        reservation.Writer.Replace(reservation.Serial, bytes.Slice(0, Varint.Put(bytes, value)));
    }

    private static Span<byte> BeginPaddedVarint(BufferReservation<byte> reservation, out int index, out int writtenSince)
    {
        Span<byte> reserved = reservation.Writer.BeginPatch(reservation.Serial, out index, out writtenSince);
        if ((uint)(reserved.Length - 1) >= Varint.Longest)
            Throw.InvalidOperation($"A varint takes 1 to {Varint.Longest} bytes; {reserved.Length} are reserved.");

        return reserved;
    }

    private static void PatchSigned(BufferReservation<byte> reservation, long value, bool isBigEndian)
    {
        Span<byte> reserved = BeginInteger(reservation, out int index, out _);
        int unused = 64 - (reserved.Length * 8);
        if (value >= 0 ? (ulong)value > ulong.MaxValue >> unused : value < long.MinValue >> unused)
            ThrowDoesNotFit(value, reserved.Length);

        Put(reserved, (ulong)value, isBigEndian);
        reservation.Writer.EndPatch(index);
    }

    private static void PatchUnsigned(BufferReservation<byte> reservation, ulong value, bool isBigEndian)
    {
        Span<byte> reserved = BeginInteger(reservation, out int index, out _);
        if (value > ulong.MaxValue >> (64 - (reserved.Length * 8)))
            ThrowDoesNotFit(value, reserved.Length);

        Put(reserved, value, isBigEndian);
        reservation.Writer.EndPatch(index);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)] // so that the byte order is known
    private static void PatchLength(BufferReservation<byte> reservation, int extra, bool isBigEndian)
    {
        Span<byte> reserved = BeginInteger(reservation, out int index, out int writtenSince);
        ulong length = LengthWith(writtenSince, extra);
        if (length > ulong.MaxValue >> (64 - (reserved.Length * 8)))
            ThrowLengthDoesNotFit(length, reserved.Length);

        Put(reserved, length, isBigEndian);
        reservation.Writer.EndPatch(index);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Span<byte> BeginInteger(BufferReservation<byte> reservation, out int index, out int writtenSince)
    {
        Span<byte> reserved = reservation.Writer.BeginPatch(reservation.Serial, out index, out writtenSince);
        if ((uint)(reserved.Length - 1) >= sizeof(ulong))
            ThrowNoInteger(reserved.Length);

        return reserved;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong LengthWith(int written, int extra)
    {
        long length = (long)written + extra;
        if (length < 0)
            Throw.ArgumentOutOfRange(nameof(extra), extra, $"{written} bytes were written; with {extra} the length is negative.");

        return (ulong)length;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Put(Span<byte> room, ulong value, bool isBigEndian)
    {
        switch (room.Length)
        {
            case sizeof(ushort):
                Unsafe.WriteUnaligned(
                    ref MemoryMarshal.GetReference(room),
                    isBigEndian == BitConverter.IsLittleEndian ? BinaryPrimitives.ReverseEndianness((ushort)value) : (ushort)value);
                break;
            case sizeof(uint):
                Unsafe.WriteUnaligned(
                    ref MemoryMarshal.GetReference(room),
                    isBigEndian == BitConverter.IsLittleEndian ? BinaryPrimitives.ReverseEndianness((uint)value) : (uint)value);
                break;
            default:
                PutAnyLength(room, value, isBigEndian);
                break;
        }
    }

    private static void PutAnyLength(Span<byte> room, ulong value, bool isBigEndian)
    {
        for (int i = 0; i < room.Length; i++, value >>= 8)
            room[isBigEndian ? room.Length - 1 - i : i] = (byte)value;
    }

    [DoesNotReturn]
    private static void ThrowNoInteger(int length) =>
        Throw.InvalidOperation($"An integer takes 1 to {sizeof(ulong)} bytes; {length} are reserved.");

    [DoesNotReturn]
    private static void ThrowDoesNotFit(object value, int length) =>
        Throw.ArgumentOutOfRange(nameof(value), value, $"{value} does not fit into the {length} bytes that are reserved.");

    [DoesNotReturn]
    private static void ThrowLengthDoesNotFit(ulong value, int length) =>
        Throw.InvalidOperation($"The length {value} does not fit into the {length} bytes that are reserved for it.");
}
