using System.Buffers;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using static Pooling.Buffers.ByteOrder;

namespace Pooling.Buffers;

/// <summary>Writes numbers and text to any <see cref="IBufferWriter{T}"/> of bytes, without a temporary
/// array.</summary>
/// <remarks>
/// <para>Writers: a <see cref="PooledArrayBufferWriter{T}"/> is written to directly, and so is a
/// <see cref="SegmentedBufferWriter"/> by the methods that write one number. Any other writer is asked for the room
/// that the value needs; if it returns less, the value is written in pieces.</para>
/// <para>Failure: exceptions of the writer are passed to the caller. A <see cref="PooledArrayBufferWriter{T}"/> then
/// contains all of a value or nothing of it; other writers may contain the beginning.</para>
/// <para>Thread safety: that of the writer.</para>
/// <para>Allocation: none other than the writer's own.</para>
/// </remarks>
public static partial class BufferWriterExtensions
{
    /// <summary>Writes a byte.</summary>
    /// <param name="writer">The writer.</param>
    /// <param name="value">The byte.</param>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is <see langword="null"/>.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void WriteByte(this IBufferWriter<byte> writer, byte value)
    {
        if (writer is not PooledArrayBufferWriter<byte> own || !own.TryWrite(value))
            WriteRawSlow(writer, value);
    }

    /// <summary>Writes a signed 16-bit integer (2 bytes, little-endian).</summary>
    /// <param name="writer">The writer.</param>
    /// <param name="value">The number.</param>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is <see langword="null"/>.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void WriteInt16LittleEndian(this IBufferWriter<byte> writer, short value) =>
        WriteRaw(writer, LittleEndian((ushort)value));

    /// <summary>Writes a signed 16-bit integer (2 bytes, big-endian).</summary>
    /// <param name="writer">The writer.</param>
    /// <param name="value">The number.</param>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is <see langword="null"/>.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void WriteInt16BigEndian(this IBufferWriter<byte> writer, short value) =>
        WriteRaw(writer, BigEndian((ushort)value));

    /// <summary>Writes an unsigned 16-bit integer (2 bytes, little-endian).</summary>
    /// <param name="writer">The writer.</param>
    /// <param name="value">The number.</param>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is <see langword="null"/>.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void WriteUInt16LittleEndian(this IBufferWriter<byte> writer, ushort value) =>
        WriteRaw(writer, LittleEndian(value));

    /// <summary>Writes an unsigned 16-bit integer (2 bytes, big-endian).</summary>
    /// <param name="writer">The writer.</param>
    /// <param name="value">The number.</param>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is <see langword="null"/>.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void WriteUInt16BigEndian(this IBufferWriter<byte> writer, ushort value) =>
        WriteRaw(writer, BigEndian(value));

    /// <summary>Writes a signed 32-bit integer (4 bytes, little-endian).</summary>
    /// <param name="writer">The writer.</param>
    /// <param name="value">The number.</param>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is <see langword="null"/>.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void WriteInt32LittleEndian(this IBufferWriter<byte> writer, int value) =>
        WriteRaw(writer, LittleEndian((uint)value));

    /// <summary>Writes a signed 32-bit integer (4 bytes, big-endian).</summary>
    /// <param name="writer">The writer.</param>
    /// <param name="value">The number.</param>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is <see langword="null"/>.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void WriteInt32BigEndian(this IBufferWriter<byte> writer, int value) =>
        WriteRaw(writer, BigEndian((uint)value));

    /// <summary>Writes an unsigned 32-bit integer (4 bytes, little-endian).</summary>
    /// <param name="writer">The writer.</param>
    /// <param name="value">The number.</param>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is <see langword="null"/>.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void WriteUInt32LittleEndian(this IBufferWriter<byte> writer, uint value) =>
        WriteRaw(writer, LittleEndian(value));

    /// <summary>Writes an unsigned 32-bit integer (4 bytes, big-endian).</summary>
    /// <param name="writer">The writer.</param>
    /// <param name="value">The number.</param>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is <see langword="null"/>.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void WriteUInt32BigEndian(this IBufferWriter<byte> writer, uint value) =>
        WriteRaw(writer, BigEndian(value));

    /// <summary>Writes a signed 64-bit integer (8 bytes, little-endian).</summary>
    /// <param name="writer">The writer.</param>
    /// <param name="value">The number.</param>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is <see langword="null"/>.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void WriteInt64LittleEndian(this IBufferWriter<byte> writer, long value) =>
        WriteRaw(writer, LittleEndian((ulong)value));

    /// <summary>Writes a signed 64-bit integer (8 bytes, big-endian).</summary>
    /// <param name="writer">The writer.</param>
    /// <param name="value">The number.</param>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is <see langword="null"/>.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void WriteInt64BigEndian(this IBufferWriter<byte> writer, long value) =>
        WriteRaw(writer, BigEndian((ulong)value));

    /// <summary>Writes an unsigned 64-bit integer (8 bytes, little-endian).</summary>
    /// <param name="writer">The writer.</param>
    /// <param name="value">The number.</param>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is <see langword="null"/>.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void WriteUInt64LittleEndian(this IBufferWriter<byte> writer, ulong value) =>
        WriteRaw(writer, LittleEndian(value));

    /// <summary>Writes an unsigned 64-bit integer (8 bytes, big-endian).</summary>
    /// <param name="writer">The writer.</param>
    /// <param name="value">The number.</param>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is <see langword="null"/>.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void WriteUInt64BigEndian(this IBufferWriter<byte> writer, ulong value) =>
        WriteRaw(writer, BigEndian(value));

    /// <summary>Writes a 32-bit floating-point number (4 bytes, little-endian).</summary>
    /// <param name="writer">The writer.</param>
    /// <param name="value">The number.</param>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is <see langword="null"/>.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void WriteSingleLittleEndian(this IBufferWriter<byte> writer, float value) =>
        WriteRaw(writer, LittleEndian(Unsafe.As<float, uint>(ref value)));

    /// <summary>Writes a 32-bit floating-point number (4 bytes, big-endian).</summary>
    /// <param name="writer">The writer.</param>
    /// <param name="value">The number.</param>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is <see langword="null"/>.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void WriteSingleBigEndian(this IBufferWriter<byte> writer, float value) =>
        WriteRaw(writer, BigEndian(Unsafe.As<float, uint>(ref value)));

    /// <summary>Writes a 64-bit floating-point number (8 bytes, little-endian).</summary>
    /// <param name="writer">The writer.</param>
    /// <param name="value">The number.</param>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is <see langword="null"/>.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void WriteDoubleLittleEndian(this IBufferWriter<byte> writer, double value) =>
        WriteRaw(writer, LittleEndian(Unsafe.As<double, ulong>(ref value)));

    /// <summary>Writes a 64-bit floating-point number (8 bytes, big-endian).</summary>
    /// <param name="writer">The writer.</param>
    /// <param name="value">The number.</param>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is <see langword="null"/>.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void WriteDoubleBigEndian(this IBufferWriter<byte> writer, double value) =>
        WriteRaw(writer, BigEndian(Unsafe.As<double, ulong>(ref value)));

    /// <summary>Writes the bytes of a value in memory order.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void WriteRaw<T>(IBufferWriter<byte> writer, T value) where T : unmanaged
    {
        if (writer is PooledArrayBufferWriter<byte> own && own.TryTake(Unsafe.SizeOf<T>(), out Span<byte> room))
            Unsafe.WriteUnaligned(ref MemoryMarshal.GetReference(room), value);
        else
            WriteRawSlow(writer, value);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void WriteRawSlow<T>(IBufferWriter<byte> writer, T value) where T : unmanaged
    {
        if (writer is PooledArrayBufferWriter<byte> own)
        {
            // Slice first, which throws if the room was taken in the meantime: the store itself checks nothing.
            Span<byte> grown = own.GetSpan(Unsafe.SizeOf<T>()).Slice(0, Unsafe.SizeOf<T>());
            Unsafe.WriteUnaligned(ref MemoryMarshal.GetReference(grown), value);
            own.Advance(Unsafe.SizeOf<T>());
        }
        else if (writer is SegmentedBufferWriter chunks && chunks.TryTake(Unsafe.SizeOf<T>(), out Span<byte> room))
        {
            Unsafe.WriteUnaligned(ref MemoryMarshal.GetReference(room), value);
        }
        else
        {
            WriteRawToOther(writer, value);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void WriteRawToOther<T>(IBufferWriter<byte> writer, T value) where T : unmanaged
    {
        ArgumentNullException.ThrowIfNull(writer);

        Span<byte> bytes = stackalloc byte[Unsafe.SizeOf<T>()];
        Unsafe.WriteUnaligned(ref MemoryMarshal.GetReference(bytes), value);
        WriteToOther(writer, bytes);
    }

    /// <summary>Asks for room for everything, and continues with what the writer returns.</summary>
    private static void WriteToOther(IBufferWriter<byte> writer, ReadOnlySpan<byte> bytes)
    {
        Span<byte> room = writer.GetSpan(bytes.Length);
        if (bytes.Length <= room.Length)
        {
            bytes.CopyTo(room);
            writer.Advance(bytes.Length);
        }
        else
        {
            writer.Write(bytes);
        }
    }
}
