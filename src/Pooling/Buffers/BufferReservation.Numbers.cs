using System.Buffers.Binary;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Pooling.Buffers;

/// <summary>Fills reserved bytes with numbers, or with the number of bytes written since.</summary>
/// <remarks>
/// <para>Every method validates its arguments before it changes anything; if it throws, the reservation stays open. A
/// reservation that was patched, has ended, or is the default value throws <see cref="InvalidOperationException"/>; a
/// disposed writer throws <see cref="ObjectDisposedException"/>.</para>
/// <para>Thread safety: that of the writer, which is used by one thread at a time.</para>
/// <para>Allocation: none.</para>
/// </remarks>
public static class BufferReservation
{
    /// <summary>Writes a signed integer into all reserved bytes, in little-endian order.</summary>
    /// <param name="reservation">The reservation, of 1 to 8 bytes.</param>
    /// <param name="value">The number. It must fit as a signed or as an unsigned integer.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="value"/> does not fit.</exception>
    /// <exception cref="InvalidOperationException">The reservation is not open, or does not have 1 to 8
    /// bytes.</exception>
    public static void PatchLittleEndian(this BufferReservation<byte> reservation, long value) =>
        PatchSigned(reservation, value, isBigEndian: false);

    /// <summary>Writes an unsigned integer into all reserved bytes, in little-endian order.</summary>
    /// <param name="reservation">The reservation, of 1 to 8 bytes.</param>
    /// <param name="value">The number.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="value"/> does not fit.</exception>
    /// <exception cref="InvalidOperationException">The reservation is not open, or does not have 1 to 8
    /// bytes.</exception>
    public static void PatchLittleEndian(this BufferReservation<byte> reservation, ulong value) =>
        PatchUnsigned(reservation, value, isBigEndian: false);

    /// <summary>Writes a signed integer into all reserved bytes, in big-endian order.</summary>
    /// <param name="reservation">The reservation, of 1 to 8 bytes.</param>
    /// <param name="value">The number. It must fit as a signed or as an unsigned integer.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="value"/> does not fit.</exception>
    /// <exception cref="InvalidOperationException">The reservation is not open, or does not have 1 to 8
    /// bytes.</exception>
    public static void PatchBigEndian(this BufferReservation<byte> reservation, long value) =>
        PatchSigned(reservation, value, isBigEndian: true);

    /// <summary>Writes an unsigned integer into all reserved bytes, in big-endian order.</summary>
    /// <param name="reservation">The reservation, of 1 to 8 bytes.</param>
    /// <param name="value">The number.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="value"/> does not fit.</exception>
    /// <exception cref="InvalidOperationException">The reservation is not open, or does not have 1 to 8
    /// bytes.</exception>
    public static void PatchBigEndian(this BufferReservation<byte> reservation, ulong value) =>
        PatchUnsigned(reservation, value, isBigEndian: true);

    /// <summary>Writes the number of bytes written since into all reserved bytes, in little-endian order.</summary>
    /// <param name="reservation">The reservation, of 1 to 8 bytes.</param>
    /// <param name="extra">A number to add for other bytes that the length covers, such as the reserved bytes
    /// themselves. It can be negative.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="extra"/> makes the length negative.</exception>
    /// <exception cref="InvalidOperationException">The length does not fit, the reservation does not have 1 to 8 bytes,
    /// or it is not open.</exception>
    public static void PatchLengthLittleEndian(this BufferReservation<byte> reservation, int extra = 0) =>
        PatchLength(reservation, extra, isBigEndian: false);

    /// <summary>Writes the number of bytes written since into all reserved bytes, in big-endian order.</summary>
    /// <param name="reservation">The reservation, of 1 to 8 bytes.</param>
    /// <param name="extra">A number to add for other bytes that the length covers, such as the reserved bytes
    /// themselves. It can be negative.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="extra"/> makes the length negative.</exception>
    /// <exception cref="InvalidOperationException">The length does not fit, the reservation does not have 1 to 8 bytes,
    /// or it is not open.</exception>
    public static void PatchLengthBigEndian(this BufferReservation<byte> reservation, int extra = 0) =>
        PatchLength(reservation, extra, isBigEndian: true);

    /// <summary>Replaces the reserved bytes with a varint of minimal length. If its length differs from the reserved
    /// length, the bytes written since are moved.</summary>
    /// <param name="reservation">The last open reservation of its writer. Ideally it has as many bytes as the varint
    /// usually needs.</param>
    /// <param name="value">The number.</param>
    /// <exception cref="BufferCapacityExceededException">The writer would exceed its maximum capacity.</exception>
    /// <exception cref="InvalidOperationException">A later reservation is still open, or this one is not
    /// open.</exception>
    public static void PatchVarint(this BufferReservation<byte> reservation, ulong value)
    {
        Span<byte> reserved = reservation.BeginPatch(out PooledArrayBufferWriter<byte>? common, out int index, out _);
        PutVarint(reservation, common, reserved, index, value);
    }

    /// <summary>Replaces the reserved bytes with the number of bytes written since, as a varint of minimal length. If
    /// its length differs from the reserved length, the bytes written since are moved.</summary>
    /// <param name="reservation">The last open reservation of its writer. Ideally it has as many bytes as the varint
    /// usually needs: 1 for messages shorter than 128 bytes.</param>
    /// <param name="extra">A number to add to the count. It can be negative.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="extra"/> makes the length negative.</exception>
    /// <exception cref="BufferCapacityExceededException">The writer would exceed its maximum capacity.</exception>
    /// <exception cref="InvalidOperationException">A later reservation is still open, or this one is not
    /// open.</exception>
    public static void PatchVarintLength(this BufferReservation<byte> reservation, int extra = 0)
    {
        Span<byte> reserved = reservation.BeginPatch(
            out PooledArrayBufferWriter<byte>? common, out int index, out long writtenSince);
        reservation.ThrowIfHeld(common);
        PutVarint(reservation, common, reserved, index, LengthWith(writtenSince, extra));
    }

    /// <summary>Writes a varint that fills all reserved bytes, however small the number. Readers skip the padding, and
    /// nothing is moved.</summary>
    /// <param name="reservation">The reservation, of 1 to 10 bytes. Readers of 32-bit varints accept at most 5.</param>
    /// <param name="value">The number.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="value"/> does not fit.</exception>
    /// <exception cref="InvalidOperationException">The reservation is not open, or does not have 1 to 10
    /// bytes.</exception>
    public static void PatchPaddedVarint(this BufferReservation<byte> reservation, ulong value)
    {
        Span<byte> reserved = BeginPaddedVarint(
            reservation, out PooledArrayBufferWriter<byte>? common, out int index, out _);
        if (Varint.LengthOf(value) > reserved.Length)
            ThrowDoesNotFit(value, reserved.Length);

        Varint.PutPadded(reserved, value);
        reservation.EndPatch(common, index);
    }

    /// <summary>Writes the number of bytes written since, as a varint that fills all reserved bytes. Nothing is
    /// moved.</summary>
    /// <param name="reservation">The reservation, of 1 to 10 bytes. Readers of 32-bit varints accept at most 5, which
    /// is always enough.</param>
    /// <param name="extra">A number to add to the count. It can be negative.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="extra"/> makes the length negative.</exception>
    /// <exception cref="InvalidOperationException">The length does not fit, the reservation does not have 1 to 10
    /// bytes, or it is not open.</exception>
    public static void PatchPaddedVarintLength(this BufferReservation<byte> reservation, int extra = 0)
    {
        Span<byte> reserved = BeginPaddedVarint(
            reservation, out PooledArrayBufferWriter<byte>? common, out int index, out long writtenSince);
        reservation.ThrowIfHeld(common);
        ulong length = LengthWith(writtenSince, extra);
        if (Varint.LengthOf(length) > reserved.Length)
            ThrowLengthDoesNotFit(length, reserved.Length);

        Varint.PutPadded(reserved, length);
        reservation.EndPatch(common, index);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void PutVarint(
        BufferReservation<byte> reservation, PooledArrayBufferWriter<byte>? common,
        Span<byte> reserved, int index, ulong value)
    {
        if (Varint.LengthOf(value) == reserved.Length)
        {
            Varint.Put(reserved, value);
            reservation.EndPatch(common, index);
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
        reservation.Replace(bytes.Slice(0, Varint.Put(bytes, value)));
    }

    private static Span<byte> BeginPaddedVarint(
        BufferReservation<byte> reservation, out PooledArrayBufferWriter<byte>? common,
        out int index, out long writtenSince)
    {
        Span<byte> reserved = reservation.BeginPatch(out common, out index, out writtenSince);
        if ((uint)(reserved.Length - 1) >= Varint.Longest)
        {
            Throw.InvalidOperation(
                $"A padded varint has 1 to {Varint.Longest} bytes, but the reservation has {reserved.Length}.");
        }

        return reserved;
    }

    private static void PatchSigned(BufferReservation<byte> reservation, long value, bool isBigEndian)
    {
        Span<byte> reserved = BeginInteger(
            reservation, out PooledArrayBufferWriter<byte>? common, out int index, out _);
        int unused = 64 - (reserved.Length * 8);
        if (value >= 0 ? (ulong)value > ulong.MaxValue >> unused : value < long.MinValue >> unused)
            ThrowDoesNotFit(value, reserved.Length);

        Put(reserved, (ulong)value, isBigEndian);
        reservation.EndPatch(common, index);
    }

    private static void PatchUnsigned(BufferReservation<byte> reservation, ulong value, bool isBigEndian)
    {
        Span<byte> reserved = BeginInteger(
            reservation, out PooledArrayBufferWriter<byte>? common, out int index, out _);
        if (value > ulong.MaxValue >> (64 - (reserved.Length * 8)))
            ThrowDoesNotFit(value, reserved.Length);

        Put(reserved, value, isBigEndian);
        reservation.EndPatch(common, index);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)] // so that the byte order is a constant
    private static void PatchLength(BufferReservation<byte> reservation, int extra, bool isBigEndian)
    {
        Span<byte> reserved = BeginInteger(
            reservation, out PooledArrayBufferWriter<byte>? common, out int index, out long writtenSince);
        reservation.ThrowIfHeld(common);
        ulong length = LengthWith(writtenSince, extra);
        if (length > ulong.MaxValue >> (64 - (reserved.Length * 8)))
            ThrowLengthDoesNotFit(length, reserved.Length);

        Put(reserved, length, isBigEndian);
        reservation.EndPatch(common, index);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Span<byte> BeginInteger(
        BufferReservation<byte> reservation, out PooledArrayBufferWriter<byte>? common,
        out int index, out long writtenSince)
    {
        Span<byte> reserved = reservation.BeginPatch(out common, out index, out writtenSince);
        if ((uint)(reserved.Length - 1) >= sizeof(ulong))
            ThrowNoInteger(reserved.Length);

        return reserved;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong LengthWith(long written, int extra)
    {
        long length = written + extra;
        if (length < 0)
            ThrowNegativeLength(written, extra);

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
                    isBigEndian == BitConverter.IsLittleEndian
                        ? BinaryPrimitives.ReverseEndianness((ushort)value)
                        : (ushort)value);
                break;
            case sizeof(uint):
                Unsafe.WriteUnaligned(
                    ref MemoryMarshal.GetReference(room),
                    isBigEndian == BitConverter.IsLittleEndian
                        ? BinaryPrimitives.ReverseEndianness((uint)value)
                        : (uint)value);
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
        Throw.InvalidOperation($"An integer has 1 to {sizeof(ulong)} bytes, but the reservation has {length}.");

    [DoesNotReturn]
    private static void ThrowDoesNotFit(object value, int length) =>
        Throw.ArgumentOutOfRange(
            nameof(value), value, $"{value} does not fit in a reservation of {Quantity.Of(length, "byte")}.");

    [DoesNotReturn]
    private static void ThrowNegativeLength(long written, int extra) =>
        Throw.ArgumentOutOfRange(
            nameof(extra), extra,
            $"The length would be negative: {Quantity.Of(written, "byte")} written plus {extra}.");

    [DoesNotReturn]
    private static void ThrowLengthDoesNotFit(ulong value, int length) =>
        Throw.InvalidOperation(
            $"The length {value} does not fit in a reservation of {Quantity.Of(length, "byte")}. Reserve more.");
}
