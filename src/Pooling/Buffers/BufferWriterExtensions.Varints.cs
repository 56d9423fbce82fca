using System.Buffers;
using System.Runtime.CompilerServices;

namespace Pooling.Buffers;

/// <content>Variable-length integers: 7 bits per byte, lowest first, with the top bit set in all bytes except the last
/// (LEB128, as in protobuf).</content>
public static partial class BufferWriterExtensions
{
    /// <summary>Writes an unsigned 32-bit integer as a varint of 1 to 5 bytes.</summary>
    /// <param name="writer">The writer.</param>
    /// <param name="value">The number.</param>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is <see langword="null"/>.</exception>
    public static void WriteVarint32(this IBufferWriter<byte> writer, uint value) => WriteVarint64(writer, value);

    /// <summary>Writes an unsigned 64-bit integer as a varint of 1 to 10 bytes.</summary>
    /// <param name="writer">The writer.</param>
    /// <param name="value">The number.</param>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is <see langword="null"/>.</exception>
    public static void WriteVarint64(this IBufferWriter<byte> writer, ulong value)
    {
        if (writer is PooledArrayBufferWriter<byte> own
            && own.TryBegin(Varint.Longest, out byte[]? array, out int start))
        {
            own.End(Varint.Put(array, start, value));
        }
        else
        {
            WriteVarintSlow(writer, value);
        }
    }

    /// <summary>Writes a signed 32-bit integer as a zigzag varint of 1 to 5 bytes (0, -1, 1, -2 encode to 0, 1, 2, 3),
    /// which keeps small numbers short.</summary>
    /// <param name="writer">The writer.</param>
    /// <param name="value">The number.</param>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is <see langword="null"/>.</exception>
    public static void WriteZigZagVarint32(this IBufferWriter<byte> writer, int value) =>
        WriteVarint64(writer, (uint)((value << 1) ^ (value >> 31)));

    /// <summary>Writes a signed 64-bit integer as a zigzag varint of 1 to 10 bytes (0, -1, 1, -2 encode to 0, 1, 2, 3),
    /// which keeps small numbers short.</summary>
    /// <param name="writer">The writer.</param>
    /// <param name="value">The number.</param>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is <see langword="null"/>.</exception>
    public static void WriteZigZagVarint64(this IBufferWriter<byte> writer, long value) =>
        WriteVarint64(writer, (ulong)((value << 1) ^ (value >> 63)));

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void WriteVarintSlow(IBufferWriter<byte> writer, ulong value)
    {
        if (writer is PooledArrayBufferWriter<byte> own)
        {
            // Exactly as many as needed, so that a nearly full writer is not asked for more than it may hold.
            int length = Varint.LengthOf(value);
            Varint.Put(own.GetSpan(length), value);
            own.Advance(length);
        }
        else
        {
            WriteVarintToOther(writer, value);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void WriteVarintToOther(IBufferWriter<byte> writer, ulong value)
    {
        ArgumentNullException.ThrowIfNull(writer);

        Span<byte> bytes = stackalloc byte[Varint.Longest];
        WriteToOther(writer, bytes.Slice(0, Varint.Put(bytes, value)));
    }
}
