using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Pooling.Buffers;

/// <content>Text.</content>
public ref partial struct BufferReader
{
    private const int LongestString = 0x3FFFFFDF; // characters, on every runtime

    /// <summary>Attempts to read the specified number of bytes as UTF-8 text. A byte order mark is part of the text.</summary>
    /// <param name="byteCount">The length of the text in bytes.</param>
    /// <param name="text">The text; <see langword="null"/> if this method returns <see langword="false"/>.</param>
    /// <returns><see langword="false"/> if <paramref name="byteCount"/> is negative or greater than the number of bytes left, if the bytes
    /// are not valid UTF-8, or if the text exceeds the maximum length of a string; the position is then unchanged, and no string was
    /// allocated.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryReadUtf8(int byteCount, [NotNullWhen(true)] out string? text)
    {
        int start = _position;
        text = TryReadBytes(byteCount, out ReadOnlySpan<byte> bytes) ? Decode(bytes) : null;
        if (text is not null)
            return true;

        _position = start;
        return false;
    }

    /// <summary>Reads the specified number of bytes as UTF-8 text. A byte order mark is part of the text.</summary>
    /// <param name="byteCount">The length of the text in bytes.</param>
    /// <returns>The text.</returns>
    /// <exception cref="InvalidDataException"><paramref name="byteCount"/> is negative or greater than the number of bytes left, or the
    /// bytes are not valid UTF-8.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public string ReadUtf8(int byteCount)
    {
        if (!TryReadUtf8(byteCount, out string? text))
            ThrowNoUtf8(byteCount, _position, Remaining);

        return text;
    }

    /// <summary>Creates a string from bytes that are valid UTF-8, and returns null for others: a replacement character would hide that the
    /// data was forged. Also returns null if the text exceeds the length of a string, because an exception would leave the position after
    /// the text.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal static string? Decode(ReadOnlySpan<byte> bytes) =>
        bytes.Length > LongestString && Utf8Text.CountChars(bytes) > LongestString ? null : Utf8Text.DecodeValid(bytes);

    [DoesNotReturn]
    private static void ThrowNoUtf8(int byteCount, int position, int left) =>
        throw new InvalidDataException(
            $"Cannot read {Quantity.Of(byteCount, "byte")} of text at position {position} ({Quantity.Of(left, "byte")} left): "
            + "too few bytes are left, or they are not valid UTF-8.");
}
