using System.Buffers;
using System.Runtime.CompilerServices;
using static Pooling.Buffers.ByteOrder;

namespace Pooling.Buffers;

/// <content>Boolean values, decimals and times.</content>
public static partial class BufferWriterExtensions
{
    /// <summary>Writes a Boolean value (1 byte): 1 for <see langword="true"/>, 0 for <see langword="false"/>.</summary>
    /// <param name="writer">The writer.</param>
    /// <param name="value">The value.</param>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is <see langword="null"/>.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void WriteBoolean(this IBufferWriter<byte> writer, bool value) =>
        WriteByte(writer, value ? (byte)1 : (byte)0);

    /// <summary>Writes a <see cref="decimal"/> (16 bytes, little-endian) as <see cref="BinaryWriter"/> does: the
    /// lower, middle and upper 32 bits of the number, then its sign and scale.</summary>
    /// <param name="writer">The writer.</param>
    /// <param name="value">The number.</param>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is <see langword="null"/>.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void WriteDecimalLittleEndian(this IBufferWriter<byte> writer, decimal value) =>
        WriteRaw(writer, LittleEndian(Bits128.Of(value)));

    /// <summary>Writes a <see cref="decimal"/> (16 bytes, big-endian): its sign and scale, then the upper, middle and
    /// lower 32 bits of the number.</summary>
    /// <param name="writer">The writer.</param>
    /// <param name="value">The number.</param>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is <see langword="null"/>.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void WriteDecimalBigEndian(this IBufferWriter<byte> writer, decimal value) =>
        WriteRaw(writer, BigEndian(Bits128.Of(value)));

    /// <summary>Writes a time (8 bytes, little-endian) as the integer of <see cref="DateTime.ToBinary"/>, which holds
    /// its kind. A local time is that of the machine that reads it.</summary>
    /// <param name="writer">The writer.</param>
    /// <param name="value">The time.</param>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is <see langword="null"/>.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void WriteDateTimeLittleEndian(this IBufferWriter<byte> writer, DateTime value) =>
        WriteRaw(writer, LittleEndian((ulong)value.ToBinary()));

    /// <summary>Writes a time (8 bytes, big-endian) as the integer of <see cref="DateTime.ToBinary"/>, which holds its
    /// kind. A local time is that of the machine that reads it.</summary>
    /// <param name="writer">The writer.</param>
    /// <param name="value">The time.</param>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is <see langword="null"/>.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void WriteDateTimeBigEndian(this IBufferWriter<byte> writer, DateTime value) =>
        WriteRaw(writer, BigEndian((ulong)value.ToBinary()));
}
