using System.Buffers;
using System.Diagnostics.CodeAnalysis;

namespace Pooling.Buffers;

/// <content>Bytes and text that follow their length, which is a number of bytes and does not count itself.</content>
public static partial class SequenceReaderExtensions
{
    /// <summary>Attempts to read bytes that follow their length, a varint. They are not copied.</summary>
    /// <param name="reader">The reader.</param>
    /// <param name="bytes">The bytes, in the memory that is being read; empty if there are none.</param>
    /// <param name="maxLength">The most bytes that are accepted.</param>
    /// <returns><see langword="false"/> if the length is truncated, malformed, above <paramref name="maxLength"/> or above what is left;
    /// the position is unchanged then.</returns>
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

    /// <summary>Attempts to read UTF-8 text that follows its length in bytes, a varint.</summary>
    /// <param name="reader">The reader.</param>
    /// <param name="text">The text; <see langword="null"/> if there is none.</param>
    /// <param name="maxLength">The most bytes that are accepted.</param>
    /// <returns><see langword="false"/> if the length is truncated, malformed, above <paramref name="maxLength"/> or above what is left, or
    /// if the bytes are not valid UTF-8; the position is unchanged then, and no string was made.</returns>
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

    /// <summary>Attempts to read bytes that follow their length, an unsigned 16-bit integer, lowest byte first. They are not
    /// copied.</summary>
    /// <param name="reader">The reader.</param>
    /// <param name="bytes">The bytes, in the memory that is being read; empty if there are none.</param>
    /// <param name="maxLength">The most bytes that are accepted.</param>
    /// <returns><see langword="false"/> if the length is truncated, malformed, above <paramref name="maxLength"/> or above what is left;
    /// the position is unchanged then.</returns>
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

    /// <summary>Attempts to read UTF-8 text that follows its length in bytes, an unsigned 16-bit integer, lowest byte first.</summary>
    /// <param name="reader">The reader.</param>
    /// <param name="text">The text; <see langword="null"/> if there is none.</param>
    /// <param name="maxLength">The most bytes that are accepted.</param>
    /// <returns><see langword="false"/> if the length is truncated, malformed, above <paramref name="maxLength"/> or above what is left, or
    /// if the bytes are not valid UTF-8; the position is unchanged then, and no string was made.</returns>
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

    /// <summary>Attempts to read bytes that follow their length, an unsigned 16-bit integer, highest byte first. They are not
    /// copied.</summary>
    /// <param name="reader">The reader.</param>
    /// <param name="bytes">The bytes, in the memory that is being read; empty if there are none.</param>
    /// <param name="maxLength">The most bytes that are accepted.</param>
    /// <returns><see langword="false"/> if the length is truncated, malformed, above <paramref name="maxLength"/> or above what is left;
    /// the position is unchanged then.</returns>
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

    /// <summary>Attempts to read UTF-8 text that follows its length in bytes, an unsigned 16-bit integer, highest byte first.</summary>
    /// <param name="reader">The reader.</param>
    /// <param name="text">The text; <see langword="null"/> if there is none.</param>
    /// <param name="maxLength">The most bytes that are accepted.</param>
    /// <returns><see langword="false"/> if the length is truncated, malformed, above <paramref name="maxLength"/> or above what is left, or
    /// if the bytes are not valid UTF-8; the position is unchanged then, and no string was made.</returns>
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

    /// <summary>Attempts to read bytes that follow their length, a signed 32-bit integer, lowest byte first. They are not copied.</summary>
    /// <param name="reader">The reader.</param>
    /// <param name="bytes">The bytes, in the memory that is being read; empty if there are none.</param>
    /// <param name="maxLength">The most bytes that are accepted.</param>
    /// <returns><see langword="false"/> if the length is truncated, malformed, negative, above <paramref name="maxLength"/> or above what
    /// is left; the position is unchanged then.</returns>
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

    /// <summary>Attempts to read UTF-8 text that follows its length in bytes, a signed 32-bit integer, lowest byte first.</summary>
    /// <param name="reader">The reader.</param>
    /// <param name="text">The text; <see langword="null"/> if there is none.</param>
    /// <param name="maxLength">The most bytes that are accepted.</param>
    /// <returns><see langword="false"/> if the length is truncated, malformed, negative, above <paramref name="maxLength"/> or above what
    /// is left, or if the bytes are not valid UTF-8; the position is unchanged then, and no string was made.</returns>
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

    /// <summary>Attempts to read bytes that follow their length, a signed 32-bit integer, highest byte first. They are not
    /// copied.</summary>
    /// <param name="reader">The reader.</param>
    /// <param name="bytes">The bytes, in the memory that is being read; empty if there are none.</param>
    /// <param name="maxLength">The most bytes that are accepted.</param>
    /// <returns><see langword="false"/> if the length is truncated, malformed, negative, above <paramref name="maxLength"/> or above what
    /// is left; the position is unchanged then.</returns>
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

    /// <summary>Attempts to read UTF-8 text that follows its length in bytes, a signed 32-bit integer, highest byte first.</summary>
    /// <param name="reader">The reader.</param>
    /// <param name="text">The text; <see langword="null"/> if there is none.</param>
    /// <param name="maxLength">The most bytes that are accepted.</param>
    /// <returns><see langword="false"/> if the length is truncated, malformed, negative, above <paramref name="maxLength"/> or above what
    /// is left, or if the bytes are not valid UTF-8; the position is unchanged then, and no string was made.</returns>
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
