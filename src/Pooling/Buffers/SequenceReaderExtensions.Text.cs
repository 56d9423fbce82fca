using System.Buffers;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Pooling.Buffers;

/// <content>Text.</content>
public static partial class SequenceReaderExtensions
{
    private const int OnStack = 256; // maximum length in bytes of text that spans segments

    /// <summary>Attempts to read the specified number of bytes as UTF-8 text. A byte order mark is part of the text.</summary>
    /// <param name="reader">The reader.</param>
    /// <param name="byteCount">The length of the text in bytes.</param>
    /// <param name="text">The text; <see langword="null"/> if this method returns <see langword="false"/>.</param>
    /// <returns><see langword="false"/> if <paramref name="byteCount"/> is negative or greater than the number of bytes left, or if the
    /// bytes are not valid UTF-8; the position is then unchanged, and no string was allocated.</returns>
    /// <remarks>Text of more than 256 bytes that spans several segments is assembled in an array of
    /// <see cref="ArrayPool{T}.Shared"/>.</remarks>
    public static bool TryReadUtf8(this ref SequenceReader<byte> reader, int byteCount, [NotNullWhen(true)] out string? text)
    {
        text = null;
        if (byteCount < 0 || byteCount > reader.Remaining)
            return false;

        ReadOnlySpan<byte> span = reader.UnreadSpan;
        text = byteCount <= span.Length ? BufferReader.Decode(span.Slice(0, byteCount)) : DecodeAcross(in reader, byteCount);
        if (text is null)
            return false;

        reader.Advance(byteCount);
        return true;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static string? DecodeAcross(in SequenceReader<byte> reader, int byteCount)
    {
        if (byteCount <= OnStack)
        {
            Span<byte> bytes = stackalloc byte[OnStack];
            bytes = bytes.Slice(0, byteCount);
            reader.TryCopyTo(bytes);
            return BufferReader.Decode(bytes);
        }

        if (byteCount > Array.MaxLength)
            return null;

        byte[] rented = ArrayPool<byte>.Shared.Rent(byteCount);
        try
        {
            Span<byte> together = rented.AsSpan(0, byteCount);
            reader.TryCopyTo(together);
            return BufferReader.Decode(together);
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(rented);
        }
    }
}
