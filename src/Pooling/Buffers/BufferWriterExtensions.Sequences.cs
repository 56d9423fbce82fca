using System.Buffers;

namespace Pooling.Buffers;

/// <content>Sequences of bytes.</content>
public static partial class BufferWriterExtensions
{
    /// <summary>Writes the bytes of all segments.</summary>
    /// <param name="writer">The writer.</param>
    /// <param name="bytes">The bytes, which must not be in the writer's own memory.</param>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is <see langword="null"/>.</exception>
    public static void Write(this IBufferWriter<byte> writer, in ReadOnlySequence<byte> bytes)
    {
        ArgumentNullException.ThrowIfNull(writer);

        if (bytes.IsEmpty)
        {
            if (writer is PooledArrayBufferWriter<byte> or SegmentedBufferWriter)
                writer.Advance(0); // throws if the writer is closed; asking for room could grow it

            return;
        }

        if (writer is PooledArrayBufferWriter<byte> own)
        {
            // At once, so that the writer grows once. None holds int.MaxValue bytes, so that is refused like any other
            // excessive length.
            Span<byte> room = own.GetSpan((int)Math.Min(bytes.Length, int.MaxValue));
            bytes.CopyTo(room);
            own.Advance((int)bytes.Length);
            return;
        }

        foreach (ReadOnlyMemory<byte> segment in bytes)
        {
            if (!segment.IsEmpty) // otherwise it would ask for room, which a full writer refuses
                writer.Write(segment.Span);
        }
    }
}
