#if NETSTANDARD2_0
using System.Buffers.Binary;

namespace Pooling.Internal.Polyfills;

/// <summary>Reverses the bytes of each item in a span, as newer class libraries do.</summary>
internal static class SpanEndianness
{
    extension(BinaryPrimitives)
    {
        public static void ReverseEndianness(ReadOnlySpan<ushort> source, Span<ushort> destination)
        {
            for (int i = 0; i < source.Length; i++)
                destination[i] = BinaryPrimitives.ReverseEndianness(source[i]);
        }

        public static void ReverseEndianness(ReadOnlySpan<uint> source, Span<uint> destination)
        {
            for (int i = 0; i < source.Length; i++)
                destination[i] = BinaryPrimitives.ReverseEndianness(source[i]);
        }

        public static void ReverseEndianness(ReadOnlySpan<ulong> source, Span<ulong> destination)
        {
            for (int i = 0; i < source.Length; i++)
                destination[i] = BinaryPrimitives.ReverseEndianness(source[i]);
        }
    }
}
#endif
