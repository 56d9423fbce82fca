using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Pooling.Buffers;

/// <content>Text.</content>
public ref partial struct BufferReader
{
    private const int LongestString = 0x3FFFFFDF; // characters, on every runtime

    /// <summary>Attempts to read UTF-8 text of a number of bytes. A byte order mark is text, too.</summary>
    /// <param name="byteCount">The bytes that the text takes.</param>
    /// <param name="text">The text; <see langword="null"/> if there is none.</param>
    /// <returns><see langword="false"/> if <paramref name="byteCount"/> is negative or above what is left, or if the bytes are not valid
    /// UTF-8, or more than a string can hold; the position is unchanged then, and no string was made.</returns>
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

    /// <summary>Reads UTF-8 text of a number of bytes. A byte order mark is text, too.</summary>
    /// <param name="byteCount">The bytes that the text takes.</param>
    /// <returns>The text.</returns>
    /// <exception cref="InvalidDataException"><paramref name="byteCount"/> is negative or above what is left, or the bytes are not valid
    /// UTF-8.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public string ReadUtf8(int byteCount)
    {
        if (!TryReadUtf8(byteCount, out string? text))
            ThrowNoUtf8(byteCount, _position, Remaining);

        return text;
    }

    /// <summary>Makes a string of bytes that are valid UTF-8, and none of others: a replaced character would hide that somebody else made
    /// them up. None of more characters than a string can have, either, since what throws would leave the position behind the
    /// text.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal static string? Decode(ReadOnlySpan<byte> bytes) =>
        bytes.Length > LongestString && Utf8Text.CountChars(bytes) > LongestString ? null : Utf8Text.DecodeValid(bytes);

    [DoesNotReturn]
    private static void ThrowNoUtf8(int byteCount, int position, int left) =>
        throw new InvalidDataException($"No UTF-8 text of {byteCount} bytes stands at byte {position}, where {left} bytes are left.");
}
