using System.Buffers;
using System.Runtime.CompilerServices;
using static Pooling.Buffers.ByteOrder;

namespace Pooling.Buffers;

/// <content>128-bit integers.</content>
public static partial class BufferWriterExtensions
{
    /// <summary>Writes a signed 128-bit integer (16 bytes, little-endian).</summary>
    /// <param name="writer">The writer.</param>
    /// <param name="value">The number.</param>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is <see langword="null"/>.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void WriteInt128LittleEndian(this IBufferWriter<byte> writer, Int128 value) =>
        WriteRaw(writer, LittleEndian(Bits128.Of(value)));

    /// <summary>Writes a signed 128-bit integer (16 bytes, big-endian).</summary>
    /// <param name="writer">The writer.</param>
    /// <param name="value">The number.</param>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is <see langword="null"/>.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void WriteInt128BigEndian(this IBufferWriter<byte> writer, Int128 value) =>
        WriteRaw(writer, BigEndian(Bits128.Of(value)));
}
