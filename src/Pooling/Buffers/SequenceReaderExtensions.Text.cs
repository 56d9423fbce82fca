using System.Buffers;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Pooling.Buffers;

/// <content>Text.</content>
public static partial class SequenceReaderExtensions
{
    private const int OnStack = 256; // maximum length in bytes of text that spans segments

    /// <summary>Attempts to read the specified number of bytes as UTF-8 text. A byte order mark is part of the
    /// text.</summary>
    /// <param name="reader">The reader.</param>
    /// <param name="byteCount">The length of the text in bytes.</param>
    /// <param name="text">The text; <see langword="null"/> if this method returns <see langword="false"/>.</param>
    /// <returns><see langword="false"/> if <paramref name="byteCount"/> is greater than the number of bytes left; the
    /// position is then unchanged.</returns>
    /// <exception cref="InvalidDataException"><paramref name="byteCount"/> is negative, the bytes are not valid UTF-8,
    /// or the text exceeds the maximum length of a string.</exception>
    /// <remarks>Text of more than 256 bytes that spans several segments is assembled in an array of
    /// <see cref="ArrayPool{T}.Shared"/>.</remarks>
    public static bool TryReadUtf8(
        this ref SequenceReader<byte> reader, int byteCount, [NotNullWhen(true)] out string? text)
    {
        if (byteCount < 0 || byteCount > reader.Remaining)
        {
            text = null;
            BufferReader.ThrowIfNever((uint)byteCount, int.MaxValue);
            return false;
        }

        text = Decode(in reader, byteCount);
        if (text is null)
            BufferReader.ThrowNoText(byteCount);

        reader.Advance(byteCount);
        return true;
    }

    private static string? Decode(in SequenceReader<byte> reader, int byteCount)
    {
        ReadOnlySpan<byte> span = reader.UnreadSpan;
        return byteCount <= span.Length
            ? BufferReader.TryDecode(span.Slice(0, byteCount))
            : DecodeAcross(in reader, byteCount);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static string? DecodeAcross(in SequenceReader<byte> reader, int byteCount)
    {
        if (byteCount <= OnStack)
        {
            Span<byte> bytes = stackalloc byte[OnStack];
            bytes = bytes.Slice(0, byteCount);
            reader.TryCopyTo(bytes);
            return BufferReader.TryDecode(bytes);
        }

        if (byteCount > Array.MaxLength)
            return null;

        byte[] rented = ArrayPool<byte>.Shared.Rent(byteCount);
        try
        {
            Span<byte> together = rented.AsSpan(0, byteCount);
            reader.TryCopyTo(together);
            return BufferReader.TryDecode(together);
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(rented);
        }
    }
}
