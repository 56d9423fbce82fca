using System.Buffers;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using static Pooling.Buffers.ByteOrder;

namespace Pooling.Buffers;

/// <summary>Writes numbers and text to any <see cref="IBufferWriter{T}"/> of bytes, without a temporary array.</summary>
/// <remarks>
/// <para>Writers: a <see cref="PooledArrayBufferWriter{T}"/> is recognized and written to directly; by what writes one number, so is a
/// <see cref="SegmentedBufferWriter"/>. Every other writer is asked for the room that is needed; one that gives less all the same is
/// written to in as many pieces as it takes.</para>
/// <para>Failure: what the writer throws reaches the caller. A <see cref="PooledArrayBufferWriter{T}"/> has all or nothing of a value then;
/// other writers may have the beginning of it.</para>
/// <para>Thread safety: that of the writer.</para>
/// <para>Allocation: none but the writer's own.</para>
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

    /// <summary>Writes a signed 16-bit integer as 2 bytes, the lowest first.</summary>
    /// <param name="writer">The writer.</param>
    /// <param name="value">The number.</param>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is <see langword="null"/>.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void WriteInt16LittleEndian(this IBufferWriter<byte> writer, short value) =>
        WriteRaw(writer, LittleEndian((ushort)value));

    /// <summary>Writes a signed 16-bit integer as 2 bytes, the highest first.</summary>
    /// <param name="writer">The writer.</param>
    /// <param name="value">The number.</param>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is <see langword="null"/>.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void WriteInt16BigEndian(this IBufferWriter<byte> writer, short value) => WriteRaw(writer, BigEndian((ushort)value));

    /// <summary>Writes an unsigned 16-bit integer as 2 bytes, the lowest first.</summary>
    /// <param name="writer">The writer.</param>
    /// <param name="value">The number.</param>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is <see langword="null"/>.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void WriteUInt16LittleEndian(this IBufferWriter<byte> writer, ushort value) => WriteRaw(writer, LittleEndian(value));

    /// <summary>Writes an unsigned 16-bit integer as 2 bytes, the highest first.</summary>
    /// <param name="writer">The writer.</param>
    /// <param name="value">The number.</param>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is <see langword="null"/>.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void WriteUInt16BigEndian(this IBufferWriter<byte> writer, ushort value) => WriteRaw(writer, BigEndian(value));

    /// <summary>Writes a signed 32-bit integer as 4 bytes, the lowest first.</summary>
    /// <param name="writer">The writer.</param>
    /// <param name="value">The number.</param>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is <see langword="null"/>.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void WriteInt32LittleEndian(this IBufferWriter<byte> writer, int value) => WriteRaw(writer, LittleEndian((uint)value));

    /// <summary>Writes a signed 32-bit integer as 4 bytes, the highest first.</summary>
    /// <param name="writer">The writer.</param>
    /// <param name="value">The number.</param>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is <see langword="null"/>.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void WriteInt32BigEndian(this IBufferWriter<byte> writer, int value) => WriteRaw(writer, BigEndian((uint)value));

    /// <summary>Writes an unsigned 32-bit integer as 4 bytes, the lowest first.</summary>
    /// <param name="writer">The writer.</param>
    /// <param name="value">The number.</param>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is <see langword="null"/>.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void WriteUInt32LittleEndian(this IBufferWriter<byte> writer, uint value) => WriteRaw(writer, LittleEndian(value));

    /// <summary>Writes an unsigned 32-bit integer as 4 bytes, the highest first.</summary>
    /// <param name="writer">The writer.</param>
    /// <param name="value">The number.</param>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is <see langword="null"/>.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void WriteUInt32BigEndian(this IBufferWriter<byte> writer, uint value) => WriteRaw(writer, BigEndian(value));

    /// <summary>Writes a signed 64-bit integer as 8 bytes, the lowest first.</summary>
    /// <param name="writer">The writer.</param>
    /// <param name="value">The number.</param>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is <see langword="null"/>.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void WriteInt64LittleEndian(this IBufferWriter<byte> writer, long value) => WriteRaw(writer, LittleEndian((ulong)value));

    /// <summary>Writes a signed 64-bit integer as 8 bytes, the highest first.</summary>
    /// <param name="writer">The writer.</param>
    /// <param name="value">The number.</param>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is <see langword="null"/>.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void WriteInt64BigEndian(this IBufferWriter<byte> writer, long value) => WriteRaw(writer, BigEndian((ulong)value));

    /// <summary>Writes an unsigned 64-bit integer as 8 bytes, the lowest first.</summary>
    /// <param name="writer">The writer.</param>
    /// <param name="value">The number.</param>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is <see langword="null"/>.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void WriteUInt64LittleEndian(this IBufferWriter<byte> writer, ulong value) => WriteRaw(writer, LittleEndian(value));

    /// <summary>Writes an unsigned 64-bit integer as 8 bytes, the highest first.</summary>
    /// <param name="writer">The writer.</param>
    /// <param name="value">The number.</param>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is <see langword="null"/>.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void WriteUInt64BigEndian(this IBufferWriter<byte> writer, ulong value) => WriteRaw(writer, BigEndian(value));

    /// <summary>Writes a 32-bit floating-point number as 4 bytes, the lowest first.</summary>
    /// <param name="writer">The writer.</param>
    /// <param name="value">The number.</param>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is <see langword="null"/>.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void WriteSingleLittleEndian(this IBufferWriter<byte> writer, float value) =>
        WriteRaw(writer, LittleEndian(Unsafe.As<float, uint>(ref value)));

    /// <summary>Writes a 32-bit floating-point number as 4 bytes, the highest first.</summary>
    /// <param name="writer">The writer.</param>
    /// <param name="value">The number.</param>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is <see langword="null"/>.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void WriteSingleBigEndian(this IBufferWriter<byte> writer, float value) =>
        WriteRaw(writer, BigEndian(Unsafe.As<float, uint>(ref value)));

    /// <summary>Writes a 64-bit floating-point number as 8 bytes, the lowest first.</summary>
    /// <param name="writer">The writer.</param>
    /// <param name="value">The number.</param>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is <see langword="null"/>.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void WriteDoubleLittleEndian(this IBufferWriter<byte> writer, double value) =>
        WriteRaw(writer, LittleEndian(Unsafe.As<double, ulong>(ref value)));

    /// <summary>Writes a 64-bit floating-point number as 8 bytes, the highest first.</summary>
    /// <param name="writer">The writer.</param>
    /// <param name="value">The number.</param>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is <see langword="null"/>.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void WriteDoubleBigEndian(this IBufferWriter<byte> writer, double value) =>
        WriteRaw(writer, BigEndian(Unsafe.As<double, ulong>(ref value)));

    /// <summary>Writes the bytes of a value as they lie in memory.</summary>
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
            // Cut first, which throws if somebody took the room meanwhile: the store itself checks nothing.
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

    /// <summary>Asks for room for all at once, and makes do with what the writer gives.</summary>
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
