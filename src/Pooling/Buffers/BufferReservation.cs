using System.Buffers.Binary;
using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Pooling.Buffers;

/// <summary>Represents items that a writer left blank, to be filled in once:
/// <see cref="PooledArrayBufferWriter{T}.Reserve"/> or <see cref="SegmentedBufferWriter.Reserve"/> returns it.</summary>
/// <typeparam name="T">The item type. For bytes, <see cref="BufferReservation"/> patches numbers and lengths.</typeparam>
/// <remarks>
/// <para>Ownership: the holder patches the reservation once; copies represent the same reservation. It stores a position rather than a
/// span, so the writer can grow in the meantime. After the reservation was patched, or the content it is part of was reset, truncated,
/// detached, disposed or returned, every member throws and changes nothing, even if another caller rents the same writer.</para>
/// <para>Order: reservations that keep their length can be patched in any order. A patch that changes the length moves the content after
/// it, so the last open reservation must be patched first.</para>
/// <para>Thread safety: that of the writer, which is used by one thread at a time.</para>
/// <para>Allocation: none.</para>
/// </remarks>
[DebuggerDisplay("{DebuggerText,nq}")]
public readonly struct BufferReservation<T>
{
    private readonly IReservingWriter<T>? _writer;

    internal BufferReservation(IReservingWriter<T> writer, long serial)
    {
        _writer = writer;
        Serial = serial;
    }

    /// <summary>Gets the number of reserved items.</summary>
    /// <exception cref="InvalidOperationException">The reservation was patched, has ended, or is the default value.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    public int Length => Writer.ReservedLength(Serial);

    /// <summary>Gets the number of items written after the reserved ones so far. A length prefix counts these items.</summary>
    /// <exception cref="InvalidOperationException">The reservation was patched, has ended, or is the default value.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    public long WrittenSince
    {
        get
        {
            BeginPatch(out PooledArrayBufferWriter<T>? common, out _, out long writtenSince);
            ThrowIfHeld(common);
            return writtenSince;
        }
    }

    internal string DebuggerText => _writer?.DescribeReservation(Serial) ?? "default";

    /// <summary>Returns what a debugger shows.</summary>
    /// <returns>The text.</returns>
    public override string ToString() => DebuggerText;

    private IReservingWriter<T> Writer
    {
        get
        {
            IReservingWriter<T>? writer = _writer;
            if (writer is null)
                ThrowDefault();

            return writer;
        }
    }

    private long Serial { get; }

    /// <summary>Fills in the reserved items.</summary>
    /// <param name="items">The items to copy, exactly as many as were reserved.</param>
    /// <exception cref="ArgumentException"><paramref name="items"/> does not have the reserved length; the reservation stays
    /// open.</exception>
    /// <exception cref="InvalidOperationException">The reservation was patched, has ended, or is the default value.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    public void Patch(ReadOnlySpan<T> items) => Writer.Patch(Serial, items);

    /// <summary>Replaces the reserved items with any number of items. If the number differs, the items written since are moved.</summary>
    /// <param name="items">The items to copy. They must not be in the writer's own memory.</param>
    /// <exception cref="ArgumentException"><paramref name="items"/> are in the writer's own memory.</exception>
    /// <exception cref="InvalidOperationException">A later reservation is still open, or this one was patched, has ended, or is the default
    /// value.</exception>
    /// <exception cref="BufferCapacityExceededException">The writer would exceed its maximum capacity; the reservation stays
    /// open.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    /// <remarks>If the array pool throws, the exception is passed to the caller, the content is unchanged, and the reservation stays
    /// open.</remarks>
    public void Replace(ReadOnlySpan<T> items) => Writer.Replace(Serial, items);

    /// <summary>Returns the reserved items of an open reservation, to be filled in before
    /// <see cref="EndPatch"/>.</summary>
    /// <param name="common">The writer if it is the usual one, whose methods are compiled into each patch.</param>
    /// <param name="index">The index to pass to <see cref="EndPatch"/>.</param>
    /// <param name="writtenSince">The number of items written after it.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal Span<T> BeginPatch(out PooledArrayBufferWriter<T>? common, out int index, out long writtenSince)
    {
        common = _writer as PooledArrayBufferWriter<T>;
        return common is not null
            ? common.BeginPatch(Serial, out index, out writtenSince)
            : Writer.BeginPatch(Serial, out index, out writtenSince);
    }

    /// <inheritdoc cref="IReservingWriter{T}.EndPatch"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void EndPatch(PooledArrayBufferWriter<T>? common, int index)
    {
        if (common is not null)
            common.EndPatch(index);
        else
            Writer.EndPatch(index);
    }

    /// <inheritdoc cref="IReservingWriter{T}.ThrowIfHeld"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void ThrowIfHeld(PooledArrayBufferWriter<T>? common)
    {
        if (common is not null)
            common.ThrowIfHeld();
        else
            Writer.ThrowIfHeld();
    }

    /// <summary>The message for items that do not fill a reservation.</summary>
    internal static string DoesNotFill(int count, int reserved, string unit) =>
        $"{Quantity.Of(count, unit)} cannot fill a reservation of {reserved}. Use Replace to change its length.";

    [DoesNotReturn]
    private static void ThrowDefault() => Throw.InvalidOperation("The reservation is the default value. Call Reserve to create one.");
}

/// <summary>Fills reserved bytes with numbers, or with the number of bytes written since.</summary>
/// <remarks>
/// <para>Every method validates its arguments before it changes anything; if it throws, the reservation stays open. A reservation that was
/// patched, has ended, or is the default value throws <see cref="InvalidOperationException"/>; a disposed writer throws
/// <see cref="ObjectDisposedException"/>.</para>
/// <para>Thread safety: that of the writer, which is used by one thread at a time.</para>
/// <para>Allocation: none.</para>
/// </remarks>
public static class BufferReservation
{
    /// <summary>Writes a signed integer into all reserved bytes, in little-endian order.</summary>
    /// <param name="reservation">The reservation, of 1 to 8 bytes.</param>
    /// <param name="value">The number. It must fit as a signed or as an unsigned integer.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="value"/> does not fit.</exception>
    /// <exception cref="InvalidOperationException">The reservation is not open, or does not have 1 to 8 bytes.</exception>
    public static void PatchLittleEndian(this BufferReservation<byte> reservation, long value) =>
        PatchSigned(reservation, value, isBigEndian: false);

    /// <summary>Writes an unsigned integer into all reserved bytes, in little-endian order.</summary>
    /// <param name="reservation">The reservation, of 1 to 8 bytes.</param>
    /// <param name="value">The number.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="value"/> does not fit.</exception>
    /// <exception cref="InvalidOperationException">The reservation is not open, or does not have 1 to 8 bytes.</exception>
    public static void PatchLittleEndian(this BufferReservation<byte> reservation, ulong value) =>
        PatchUnsigned(reservation, value, isBigEndian: false);

    /// <summary>Writes a signed integer into all reserved bytes, in big-endian order.</summary>
    /// <param name="reservation">The reservation, of 1 to 8 bytes.</param>
    /// <param name="value">The number. It must fit as a signed or as an unsigned integer.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="value"/> does not fit.</exception>
    /// <exception cref="InvalidOperationException">The reservation is not open, or does not have 1 to 8 bytes.</exception>
    public static void PatchBigEndian(this BufferReservation<byte> reservation, long value) =>
        PatchSigned(reservation, value, isBigEndian: true);

    /// <summary>Writes an unsigned integer into all reserved bytes, in big-endian order.</summary>
    /// <param name="reservation">The reservation, of 1 to 8 bytes.</param>
    /// <param name="value">The number.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="value"/> does not fit.</exception>
    /// <exception cref="InvalidOperationException">The reservation is not open, or does not have 1 to 8 bytes.</exception>
    public static void PatchBigEndian(this BufferReservation<byte> reservation, ulong value) =>
        PatchUnsigned(reservation, value, isBigEndian: true);

    /// <summary>Writes the number of bytes written since into all reserved bytes, in little-endian order.</summary>
    /// <param name="reservation">The reservation, of 1 to 8 bytes.</param>
    /// <param name="extra">A number to add for other bytes that the length covers, such as the reserved bytes themselves. It can be
    /// negative.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="extra"/> makes the length negative.</exception>
    /// <exception cref="InvalidOperationException">The length does not fit, the reservation does not have 1 to 8 bytes, or it is not
    /// open.</exception>
    public static void PatchLengthLittleEndian(this BufferReservation<byte> reservation, int extra = 0) =>
        PatchLength(reservation, extra, isBigEndian: false);

    /// <summary>Writes the number of bytes written since into all reserved bytes, in big-endian order.</summary>
    /// <param name="reservation">The reservation, of 1 to 8 bytes.</param>
    /// <param name="extra">A number to add for other bytes that the length covers, such as the reserved bytes themselves. It can be
    /// negative.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="extra"/> makes the length negative.</exception>
    /// <exception cref="InvalidOperationException">The length does not fit, the reservation does not have 1 to 8 bytes, or it is not
    /// open.</exception>
    public static void PatchLengthBigEndian(this BufferReservation<byte> reservation, int extra = 0) =>
        PatchLength(reservation, extra, isBigEndian: true);

    /// <summary>Replaces the reserved bytes with a varint of minimal length. If its length differs from the reserved length, the bytes
    /// written since are moved.</summary>
    /// <param name="reservation">The last open reservation of its writer. Ideally it has as many bytes as the varint usually needs.</param>
    /// <param name="value">The number.</param>
    /// <exception cref="BufferCapacityExceededException">The writer would exceed its maximum capacity.</exception>
    /// <exception cref="InvalidOperationException">A later reservation is still open, or this one is not open.</exception>
    public static void PatchVarint(this BufferReservation<byte> reservation, ulong value)
    {
        Span<byte> reserved = reservation.BeginPatch(out PooledArrayBufferWriter<byte>? common, out int index, out _);
        PutVarint(reservation, common, reserved, index, value);
    }

    /// <summary>Replaces the reserved bytes with the number of bytes written since, as a varint of minimal length. If its length differs
    /// from the reserved length, the bytes written since are moved.</summary>
    /// <param name="reservation">The last open reservation of its writer. Ideally it has as many bytes as the varint usually needs: 1 for
    /// messages shorter than 128 bytes.</param>
    /// <param name="extra">A number to add to the count. It can be negative.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="extra"/> makes the length negative.</exception>
    /// <exception cref="BufferCapacityExceededException">The writer would exceed its maximum capacity.</exception>
    /// <exception cref="InvalidOperationException">A later reservation is still open, or this one is not open.</exception>
    public static void PatchVarintLength(this BufferReservation<byte> reservation, int extra = 0)
    {
        Span<byte> reserved = reservation.BeginPatch(
            out PooledArrayBufferWriter<byte>? common, out int index, out long writtenSince);
        reservation.ThrowIfHeld(common);
        PutVarint(reservation, common, reserved, index, LengthWith(writtenSince, extra));
    }

    /// <summary>Writes a varint that fills all reserved bytes, however small the number. Readers skip the padding, and nothing is
    /// moved.</summary>
    /// <param name="reservation">The reservation, of 1 to 10 bytes. Readers of 32-bit varints accept at most 5.</param>
    /// <param name="value">The number.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="value"/> does not fit.</exception>
    /// <exception cref="InvalidOperationException">The reservation is not open, or does not have 1 to 10 bytes.</exception>
    public static void PatchPaddedVarint(this BufferReservation<byte> reservation, ulong value)
    {
        Span<byte> reserved = BeginPaddedVarint(
            reservation, out PooledArrayBufferWriter<byte>? common, out int index, out _);
        if (Varint.LengthOf(value) > reserved.Length)
            ThrowDoesNotFit(value, reserved.Length);

        Varint.PutPadded(reserved, value);
        reservation.EndPatch(common, index);
    }

    /// <summary>Writes the number of bytes written since, as a varint that fills all reserved bytes. Nothing is moved.</summary>
    /// <param name="reservation">The reservation, of 1 to 10 bytes. Readers of 32-bit varints accept at most 5, which is always
    /// enough.</param>
    /// <param name="extra">A number to add to the count. It can be negative.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="extra"/> makes the length negative.</exception>
    /// <exception cref="InvalidOperationException">The length does not fit, the reservation does not have 1 to 10 bytes, or it is not
    /// open.</exception>
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
            Throw.InvalidOperation($"A padded varint has 1 to {Varint.Longest} bytes, but the reservation has {reserved.Length}.");

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
        Throw.InvalidOperation($"An integer has 1 to {sizeof(ulong)} bytes, but the reservation has {length}.");

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
