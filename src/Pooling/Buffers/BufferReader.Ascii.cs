using System.Runtime.CompilerServices;

namespace Pooling.Buffers;

/// <content>Text protocols: what ends with a delimiter.</content>
public ref partial struct BufferReader
{
    /// <summary>Attempts to read the bytes before a delimiter, without copying them, and the delimiter.</summary>
    /// <param name="bytes">The bytes without the delimiter, a slice of the memory being read; empty if this method
    /// returns <see langword="false"/>.</param>
    /// <param name="delimiter">The delimiter, of at least one byte, such as <c>"\r\n"u8</c>.</param>
    /// <param name="maxLength">The maximum number of bytes to accept before the delimiter.</param>
    /// <returns><see langword="false"/> if there is no delimiter yet; the position is then unchanged.</returns>
    /// <exception cref="InvalidDataException">There is no delimiter within <paramref name="maxLength"/>
    /// bytes.</exception>
    /// <exception cref="ArgumentException"><paramref name="delimiter"/> is empty.</exception>
    public bool TryReadTo(
        out ReadOnlySpan<byte> bytes, scoped ReadOnlySpan<byte> delimiter, int maxLength = int.MaxValue)
    {
        int length = AsciiNumber.LengthOf(UnreadSpan, delimiter, maxLength);
        if (length < 0)
        {
            bytes = default;
            return false;
        }

        bytes = _span.Slice(_position, length);
        _position += length + delimiter.Length;
        return true;
    }

    /// <summary>Attempts to read a number that is written as ASCII text, and the delimiter that ends it.</summary>
    /// <typeparam name="T">An integer of 8 to 64 bits, <see langword="float"/>, <see langword="double"/> or
    /// <see langword="decimal"/>.</typeparam>
    /// <param name="value">The number; 0 if this method returns <see langword="false"/>.</param>
    /// <param name="delimiter">The delimiter, of 1 to 16 bytes, such as <c>"\r\n"u8</c>.</param>
    /// <param name="standardFormat">A format of <see cref="System.Buffers.Text.Utf8Parser"/>, such as 'x' for
    /// hexadecimal digits.</param>
    /// <returns><see langword="false"/> if there is no delimiter yet; the position is then unchanged.</returns>
    /// <exception cref="InvalidDataException">The text before the delimiter is not a number of type
    /// <typeparamref name="T"/>, or longer than 256 bytes.</exception>
    /// <exception cref="ArgumentException"><paramref name="delimiter"/> is empty or too long.</exception>
    /// <exception cref="FormatException"><paramref name="standardFormat"/> is not a format of such numbers.</exception>
    /// <exception cref="NotSupportedException"><typeparamref name="T"/> is not one of these types.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryReadAsciiNumber<T>(out T value, scoped ReadOnlySpan<byte> delimiter, char standardFormat = default)
        where T : unmanaged => TryMove(AsciiNumber.Read(_span.Slice(_position), delimiter, standardFormat, out value));
}
