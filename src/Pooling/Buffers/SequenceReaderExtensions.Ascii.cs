using System.Buffers;

namespace Pooling.Buffers;

/// <content>Numbers of text protocols.</content>
public static partial class SequenceReaderExtensions
{
    /// <summary>Attempts to read a number that is written as ASCII text, and the delimiter that ends it.</summary>
    /// <typeparam name="T">An integer of 8 to 64 bits, <see langword="float"/>, <see langword="double"/> or
    /// <see langword="decimal"/>.</typeparam>
    /// <param name="reader">The reader.</param>
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
    public static bool TryReadAsciiNumber<T>(
        this ref SequenceReader<byte> reader, out T value, scoped ReadOnlySpan<byte> delimiter, char standardFormat =
            default)
        where T : unmanaged
    {
        const int Searched = AsciiNumber.MaxLength + AsciiNumber.MaxDelimiterLength;
        scoped ReadOnlySpan<byte> bytes = reader.UnreadSpan;
        if (bytes.Length < Searched && bytes.Length < reader.Remaining)
        {
            Span<byte> together = stackalloc byte[Searched];
            together = together.Slice(0, (int)Math.Min(Searched, reader.Remaining));
            reader.TryCopyTo(together);
            bytes = together;
        }

        int length = AsciiNumber.Read(bytes, delimiter, standardFormat, out value);
        if (length < 0)
            return false;

        reader.Advance(length);
        return true;
    }
}
