using System.Buffers;
using System.Diagnostics.CodeAnalysis;

namespace Pooling.Buffers;

/// <content>Bytes and text with a length prefix, which is a number of bytes that excludes the prefix itself.</content>
public static partial class SequenceReaderExtensions
{
    /// <summary>Attempts to read bytes with their length as a varint prefix, without copying them.</summary>
    /// <param name="reader">The reader.</param>
    /// <param name="bytes">The bytes, a slice of the memory being read; empty if this method returns <see langword="false"/>.</param>
    /// <param name="maxLength">The maximum length to accept, in bytes.</param>
    /// <returns><see langword="false"/> if the length is truncated, malformed, greater than <paramref name="maxLength"/>, or greater than
    /// the number of bytes left; the position is then unchanged.</returns>
    public static bool TryReadVarintPrefixedBytes(
        this ref SequenceReader<byte> reader, out ReadOnlySequence<byte> bytes, int maxLength = int.MaxValue)
    {
        long start = reader.Consumed;
        if (reader.TryReadVarint32(out uint length) && TryTake(ref reader, length, maxLength, out bytes))
            return true;

        reader.Rewind(reader.Consumed - start);
        bytes = default;
        return false;
    }

    /// <summary>Attempts to read UTF-8 text with its length in bytes as a varint prefix.</summary>
    /// <param name="reader">The reader.</param>
    /// <param name="text">The text; <see langword="null"/> if this method returns <see langword="false"/>.</param>
    /// <param name="maxLength">The maximum length to accept, in bytes.</param>
    /// <returns><see langword="false"/> if the length is truncated, malformed, greater than <paramref name="maxLength"/>, or greater than
    /// the number of bytes left, or if the bytes are not valid UTF-8; the position is then unchanged, and no string was
    /// allocated.</returns>
    public static bool TryReadVarintPrefixedUtf8(
        this ref SequenceReader<byte> reader, [NotNullWhen(true)] out string? text, int maxLength = int.MaxValue)
    {
        long start = reader.Consumed;
        if (reader.TryReadVarint32(out uint length) && TryDecode(ref reader, length, maxLength, out text))
            return true;

        reader.Rewind(reader.Consumed - start);
        text = null;
        return false;
    }

    /// <summary>Attempts to read bytes with their length as an unsigned 16-bit prefix (little-endian), without copying them.</summary>
    /// <param name="reader">The reader.</param>
    /// <param name="bytes">The bytes, a slice of the memory being read; empty if this method returns <see langword="false"/>.</param>
    /// <param name="maxLength">The maximum length to accept, in bytes.</param>
    /// <returns><see langword="false"/> if the length is truncated, malformed, greater than <paramref name="maxLength"/>, or greater than
    /// the number of bytes left; the position is then unchanged.</returns>
    public static bool TryReadUInt16LittleEndianPrefixedBytes(
        this ref SequenceReader<byte> reader, out ReadOnlySequence<byte> bytes, int maxLength = int.MaxValue)
    {
        long start = reader.Consumed;
        if (reader.TryReadUInt16LittleEndian(out ushort length) && TryTake(ref reader, length, maxLength, out bytes))
            return true;

        reader.Rewind(reader.Consumed - start);
        bytes = default;
        return false;
    }

    /// <summary>Attempts to read UTF-8 text with its length in bytes as an unsigned 16-bit prefix (little-endian).</summary>
    /// <param name="reader">The reader.</param>
    /// <param name="text">The text; <see langword="null"/> if this method returns <see langword="false"/>.</param>
    /// <param name="maxLength">The maximum length to accept, in bytes.</param>
    /// <returns><see langword="false"/> if the length is truncated, malformed, greater than <paramref name="maxLength"/>, or greater than
    /// the number of bytes left, or if the bytes are not valid UTF-8; the position is then unchanged, and no string was
    /// allocated.</returns>
    public static bool TryReadUInt16LittleEndianPrefixedUtf8(
        this ref SequenceReader<byte> reader, [NotNullWhen(true)] out string? text, int maxLength = int.MaxValue)
    {
        long start = reader.Consumed;
        if (reader.TryReadUInt16LittleEndian(out ushort length) && TryDecode(ref reader, length, maxLength, out text))
            return true;

        reader.Rewind(reader.Consumed - start);
        text = null;
        return false;
    }

    /// <summary>Attempts to read bytes with their length as an unsigned 16-bit prefix (big-endian), without copying them.</summary>
    /// <param name="reader">The reader.</param>
    /// <param name="bytes">The bytes, a slice of the memory being read; empty if this method returns <see langword="false"/>.</param>
    /// <param name="maxLength">The maximum length to accept, in bytes.</param>
    /// <returns><see langword="false"/> if the length is truncated, malformed, greater than <paramref name="maxLength"/>, or greater than
    /// the number of bytes left; the position is then unchanged.</returns>
    public static bool TryReadUInt16BigEndianPrefixedBytes(
        this ref SequenceReader<byte> reader, out ReadOnlySequence<byte> bytes, int maxLength = int.MaxValue)
    {
        long start = reader.Consumed;
        if (reader.TryReadUInt16BigEndian(out ushort length) && TryTake(ref reader, length, maxLength, out bytes))
            return true;

        reader.Rewind(reader.Consumed - start);
        bytes = default;
        return false;
    }

    /// <summary>Attempts to read UTF-8 text with its length in bytes as an unsigned 16-bit prefix (big-endian).</summary>
    /// <param name="reader">The reader.</param>
    /// <param name="text">The text; <see langword="null"/> if this method returns <see langword="false"/>.</param>
    /// <param name="maxLength">The maximum length to accept, in bytes.</param>
    /// <returns><see langword="false"/> if the length is truncated, malformed, greater than <paramref name="maxLength"/>, or greater than
    /// the number of bytes left, or if the bytes are not valid UTF-8; the position is then unchanged, and no string was
    /// allocated.</returns>
    public static bool TryReadUInt16BigEndianPrefixedUtf8(
        this ref SequenceReader<byte> reader, [NotNullWhen(true)] out string? text, int maxLength = int.MaxValue)
    {
        long start = reader.Consumed;
        if (reader.TryReadUInt16BigEndian(out ushort length) && TryDecode(ref reader, length, maxLength, out text))
            return true;

        reader.Rewind(reader.Consumed - start);
        text = null;
        return false;
    }

    /// <summary>Attempts to read bytes with their length as a signed 32-bit prefix (little-endian), without copying them.</summary>
    /// <param name="reader">The reader.</param>
    /// <param name="bytes">The bytes, a slice of the memory being read; empty if this method returns <see langword="false"/>.</param>
    /// <param name="maxLength">The maximum length to accept, in bytes.</param>
    /// <returns><see langword="false"/> if the length is truncated, malformed, negative, greater than <paramref name="maxLength"/>, or
    /// greater than the number of bytes left; the position is then unchanged.</returns>
    public static bool TryReadInt32LittleEndianPrefixedBytes(
        this ref SequenceReader<byte> reader, out ReadOnlySequence<byte> bytes, int maxLength = int.MaxValue)
    {
        long start = reader.Consumed;
        if (reader.TryReadInt32LittleEndian(out int length) && TryTake(ref reader, (uint)length, maxLength, out bytes))
            return true;

        reader.Rewind(reader.Consumed - start);
        bytes = default;
        return false;
    }

    /// <summary>Attempts to read UTF-8 text with its length in bytes as a signed 32-bit prefix (little-endian).</summary>
    /// <param name="reader">The reader.</param>
    /// <param name="text">The text; <see langword="null"/> if this method returns <see langword="false"/>.</param>
    /// <param name="maxLength">The maximum length to accept, in bytes.</param>
    /// <returns><see langword="false"/> if the length is truncated, malformed, negative, greater than <paramref name="maxLength"/>, or
    /// greater than the number of bytes left, or if the bytes are not valid UTF-8; the position is then unchanged, and no string was
    /// allocated.</returns>
    public static bool TryReadInt32LittleEndianPrefixedUtf8(
        this ref SequenceReader<byte> reader, [NotNullWhen(true)] out string? text, int maxLength = int.MaxValue)
    {
        long start = reader.Consumed;
        if (reader.TryReadInt32LittleEndian(out int length) && TryDecode(ref reader, (uint)length, maxLength, out text))
            return true;

        reader.Rewind(reader.Consumed - start);
        text = null;
        return false;
    }

    /// <summary>Attempts to read bytes with their length as a signed 32-bit prefix (big-endian), without copying them.</summary>
    /// <param name="reader">The reader.</param>
    /// <param name="bytes">The bytes, a slice of the memory being read; empty if this method returns <see langword="false"/>.</param>
    /// <param name="maxLength">The maximum length to accept, in bytes.</param>
    /// <returns><see langword="false"/> if the length is truncated, malformed, negative, greater than <paramref name="maxLength"/>, or
    /// greater than the number of bytes left; the position is then unchanged.</returns>
    public static bool TryReadInt32BigEndianPrefixedBytes(
        this ref SequenceReader<byte> reader, out ReadOnlySequence<byte> bytes, int maxLength = int.MaxValue)
    {
        long start = reader.Consumed;
        if (reader.TryReadInt32BigEndian(out int length) && TryTake(ref reader, (uint)length, maxLength, out bytes))
            return true;

        reader.Rewind(reader.Consumed - start);
        bytes = default;
        return false;
    }

    /// <summary>Attempts to read UTF-8 text with its length in bytes as a signed 32-bit prefix (big-endian).</summary>
    /// <param name="reader">The reader.</param>
    /// <param name="text">The text; <see langword="null"/> if this method returns <see langword="false"/>.</param>
    /// <param name="maxLength">The maximum length to accept, in bytes.</param>
    /// <returns><see langword="false"/> if the length is truncated, malformed, negative, greater than <paramref name="maxLength"/>, or
    /// greater than the number of bytes left, or if the bytes are not valid UTF-8; the position is then unchanged, and no string was
    /// allocated.</returns>
    public static bool TryReadInt32BigEndianPrefixedUtf8(
        this ref SequenceReader<byte> reader, [NotNullWhen(true)] out string? text, int maxLength = int.MaxValue)
    {
        long start = reader.Consumed;
        if (reader.TryReadInt32BigEndian(out int length) && TryDecode(ref reader, (uint)length, maxLength, out text))
            return true;

        reader.Rewind(reader.Consumed - start);
        text = null;
        return false;
    }

    private static bool TryTake(ref SequenceReader<byte> reader, uint length, int maxLength, out ReadOnlySequence<byte> bytes)
    {
        bytes = default;
        return length <= int.MaxValue && (int)length <= maxLength && reader.TryReadExact((int)length, out bytes);
    }

    private static bool TryDecode(
        ref SequenceReader<byte> reader, uint length, int maxLength, [NotNullWhen(true)] out string? text)
    {
        text = null;
        return length <= int.MaxValue && (int)length <= maxLength && reader.TryReadUtf8((int)length, out text);
    }
}
