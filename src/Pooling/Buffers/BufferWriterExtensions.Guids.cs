using System.Buffers;
using System.Runtime.CompilerServices;
using static Pooling.Buffers.ByteOrder;

namespace Pooling.Buffers;

/// <content>GUIDs.</content>
public static partial class BufferWriterExtensions
{
    /// <summary>Writes a <see cref="Guid"/> (16 bytes) in the byte order of <see cref="Guid.ToByteArray()"/>, whose
    /// first three fields are little-endian.</summary>
    /// <param name="writer">The writer.</param>
    /// <param name="value">The GUID.</param>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is <see langword="null"/>.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void WriteGuidLittleEndian(this IBufferWriter<byte> writer, Guid value) =>
        WriteRaw(writer, LittleEndian(value));

    /// <summary>Writes a <see cref="Guid"/> (16 bytes) in the byte order of its text and of RFC 4122, in which all
    /// fields are big-endian.</summary>
    /// <param name="writer">The writer.</param>
    /// <param name="value">The GUID.</param>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is <see langword="null"/>.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void WriteGuidBigEndian(this IBufferWriter<byte> writer, Guid value) =>
        WriteRaw(writer, BigEndian(value));
}
