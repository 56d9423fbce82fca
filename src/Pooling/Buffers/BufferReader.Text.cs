using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Pooling.Buffers;

/// <content>Text.</content>
public ref partial struct BufferReader
{
    private const int MaxStringLength = 0x3FFFFFDF; // characters, on every runtime

    /// <summary>Attempts to read the specified number of bytes as UTF-8 text. A byte order mark is part of the
    /// text.</summary>
    /// <param name="byteCount">The length of the text in bytes.</param>
    /// <param name="text">The text; <see langword="null"/> if this method returns <see langword="false"/>.</param>
    /// <returns><see langword="false"/> if <paramref name="byteCount"/> is greater than the number of bytes left; the
    /// position is then unchanged.</returns>
    /// <exception cref="InvalidDataException"><paramref name="byteCount"/> is negative, the bytes are not valid UTF-8,
    /// or the text exceeds the maximum length of a string.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryReadUtf8(int byteCount, [NotNullWhen(true)] out string? text)
    {
        if (!TryGet(_position, (uint)byteCount, int.MaxValue, out ReadOnlySpan<byte> bytes))
        {
            text = null;
            return false;
        }

        text = Decode(bytes);
        _position += byteCount;
        return true;
    }

    /// <summary>Reads the specified number of bytes as UTF-8 text. A byte order mark is part of the text.</summary>
    /// <param name="byteCount">The length of the text in bytes.</param>
    /// <returns>The text.</returns>
    /// <exception cref="InvalidDataException"><paramref name="byteCount"/> is negative or greater than the number of
    /// bytes left, the bytes are not valid UTF-8, or the text exceeds the maximum length of a string.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public string ReadUtf8(int byteCount)
    {
        if (!TryReadUtf8(byteCount, out string? text))
            ThrowEnd(byteCount, _position, Remaining);

        return text;
    }

    /// <summary>Creates a string from bytes that are valid UTF-8, and refuses others: a replacement character would
    /// hide that the data was forged.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal static string Decode(ReadOnlySpan<byte> bytes)
    {
        string? text = TryDecode(bytes);
        if (text is null)
            ThrowNoText(bytes.Length);

        return text;
    }

    /// <summary>Returns null instead of throwing.</summary>
    internal static string? TryDecode(ReadOnlySpan<byte> bytes) =>
        bytes.Length > MaxStringLength
            && Utf8Text.CountChars(bytes) > MaxStringLength ? null : Utf8Text.DecodeValid(bytes);

    [DoesNotReturn]
    internal static void ThrowNoText(int byteCount) => throw new InvalidDataException(
        $"{Quantity.Of(byteCount, "byte")} of text are not valid UTF-8, or more characters than a string can have.");
}
