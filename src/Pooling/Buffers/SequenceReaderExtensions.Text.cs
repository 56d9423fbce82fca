using System.Buffers;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Pooling.Buffers;

/// <content>Text.</content>
public static partial class SequenceReaderExtensions
{
    private const int OnStack = 256; // bytes of text that crosses a border of segments

    /// <summary>Attempts to read UTF-8 text of a number of bytes. A byte order mark is text, too.</summary>
    /// <param name="reader">The reader.</param>
    /// <param name="byteCount">The bytes that the text takes.</param>
    /// <param name="text">The text; <see langword="null"/> if there is none.</param>
    /// <returns><see langword="false"/> if <paramref name="byteCount"/> is negative or above what is left, or if the bytes are not valid
    /// UTF-8; the position is unchanged then, and no string was made.</returns>
    /// <remarks>Text of more than 256 bytes that crosses a border of segments is put together in an array of
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
