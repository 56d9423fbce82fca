#if NETSTANDARD2_0
using System.Buffers;

namespace Pooling.Internal.Polyfills;

/// <summary>Stands in for the class library's extension, which there waits for ever for a writer that offers nothing.</summary>
internal static class BufferWriterWrites
{
    internal static void Write(this IBufferWriter<byte> writer, ReadOnlySpan<byte> value)
    {
        Span<byte> room = writer.GetSpan();
        while (value.Length > room.Length)
        {
            if (room.IsEmpty)
                throw new ArgumentOutOfRangeException(nameof(writer), "The writer offered nothing to write to.");

            value.Slice(0, room.Length).CopyTo(room);
            writer.Advance(room.Length);
            value = value.Slice(room.Length);
            room = writer.GetSpan();
        }

        value.CopyTo(room);
        writer.Advance(value.Length);
    }
}
#endif
