using System.Buffers;
using System.Runtime.CompilerServices;
using static Pooling.Buffers.ByteOrder;

namespace Pooling.Buffers;

/// <content>Guids.</content>
public static partial class BufferWriterExtensions
{
    /// <summary>Writes a Guid as 16 bytes in the order of <see cref="Guid.ToByteArray()"/>: its first three fields with the lowest byte
    /// first.</summary>
    /// <param name="writer">The writer.</param>
    /// <param name="value">The Guid.</param>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is <see langword="null"/>.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void WriteGuidLittleEndian(this IBufferWriter<byte> writer, Guid value) =>
        WriteRaw(writer, LittleEndian(value));

    /// <summary>Writes a Guid as 16 bytes in the order of its text, which is that of RFC 4122: all fields with the highest byte
    /// first.</summary>
    /// <param name="writer">The writer.</param>
    /// <param name="value">The Guid.</param>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is <see langword="null"/>.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void WriteGuidBigEndian(this IBufferWriter<byte> writer, Guid value) =>
        WriteRaw(writer, BigEndian(value));
}
