#if NETSTANDARD2_0
using System.Buffers;

namespace Pooling.Internal.Polyfills;

/// <summary>Replaces the class library's extension, which on this framework loops forever if the writer returns an
/// empty span.</summary>
internal static class BufferWriterWrites
{
    internal static void Write(this IBufferWriter<byte> writer, ReadOnlySpan<byte> value)
    {
        Span<byte> room = writer.GetSpan();
        while (value.Length > room.Length)
        {
            if (room.IsEmpty)
            {
                throw new ArgumentOutOfRangeException(
                    nameof(writer), "The writer returned an empty buffer; it must not be empty.");
            }

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
