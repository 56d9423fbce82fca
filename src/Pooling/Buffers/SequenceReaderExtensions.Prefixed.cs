using System.Buffers;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using static Pooling.Buffers.ByteOrder;

namespace Pooling.Buffers;

/// <content>Bytes and text with a length prefix, which is a number of bytes that excludes the prefix itself.</content>
public static partial class SequenceReaderExtensions
{
    /// <summary>Attempts to read bytes that are preceded by their number, without copying them.</summary>
    /// <param name="reader">The reader.</param>
    /// <param name="prefix">The format of the length.</param>
    /// <param name="bytes">The bytes, a slice of the memory being read; empty if this method returns
    /// <see langword="false"/>.</param>
    /// <param name="maxLength">The maximum length to accept, in bytes.</param>
    /// <returns><see langword="false"/> if the length or the bytes are incomplete; the position is then
    /// unchanged.</returns>
    /// <exception cref="InvalidDataException">The length is malformed, negative, or greater than
    /// <paramref name="maxLength"/>.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="prefix"/> is not defined.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryReadPrefixedBytes(
        this ref SequenceReader<byte> reader, LengthPrefix prefix, out ReadOnlySequence<byte> bytes, int maxLength =
            int.MaxValue)
    {
        long start = reader.Consumed;
        bytes = default;
        return TryReadLength(ref reader, prefix, out uint length)
            && TryTake(ref reader, start, length, maxLength, out bytes);
    }

    /// <summary>Attempts to read UTF-8 text that is preceded by its length in bytes.</summary>
    /// <param name="reader">The reader.</param>
    /// <param name="prefix">The format of the length.</param>
    /// <param name="text">The text; <see langword="null"/> if this method returns <see langword="false"/>.</param>
    /// <param name="maxLength">The maximum length to accept, in bytes.</param>
    /// <returns><see langword="false"/> if the length or the text is incomplete; the position is then
    /// unchanged.</returns>
    /// <exception cref="InvalidDataException">The length is malformed, negative, or greater than
    /// <paramref name="maxLength"/>, or the bytes are not valid UTF-8.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="prefix"/> is not defined.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryReadPrefixedUtf8(
        this ref SequenceReader<byte> reader, LengthPrefix prefix, [NotNullWhen(true)] out string? text, int maxLength =
            int.MaxValue)
    {
        long start = reader.Consumed;
        text = null;
        return TryReadLength(ref reader, prefix, out uint length)
            && TryDecode(ref reader, start, length, maxLength, out text);
    }

    /// <summary>Reads a length. With a constant prefix, only its case is compiled.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool TryReadLength(ref SequenceReader<byte> reader, LengthPrefix prefix, out uint length)
    {
        if (prefix == LengthPrefix.Varint)
            return reader.TryReadVarint32(out length);

        if (prefix is LengthPrefix.UInt16BigEndian or LengthPrefix.UInt16LittleEndian)
        {
            bool isShortRead = TryReadRaw(ref reader, out ushort two);
            length = prefix == LengthPrefix.UInt16BigEndian ? BigEndian(two) : LittleEndian(two);
            return isShortRead;
        }

        if (prefix is not (LengthPrefix.Int32BigEndian or LengthPrefix.Int32LittleEndian))
            LengthPrefixFormat.ThrowUndefined(prefix);

        bool isRead = TryReadRaw(ref reader, out uint four);
        length = prefix == LengthPrefix.Int32BigEndian ? BigEndian(four) : LittleEndian(four);
        return isRead;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static bool TryTake(
        ref SequenceReader<byte> reader, long start, uint length, int maxLength, out ReadOnlySequence<byte> bytes)
    {
        if ((int)length >= 0 && (int)length <= maxLength && reader.TryReadExact((int)length, out bytes))
            return true;

        bytes = default;
        reader.Rewind(reader.Consumed - start);
        BufferReader.ThrowIfNever(length, maxLength);
        return false;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static bool TryDecode(
        ref SequenceReader<byte> reader, long start, uint length, int maxLength, [NotNullWhen(true)] out string? text)
    {
        text = null;
        bool isWhole = (int)length >= 0 && (int)length <= maxLength && length <= reader.Remaining;
        if (isWhole)
            text = Decode(in reader, (int)length);

        if (text is null)
        {
            reader.Rewind(reader.Consumed - start);
            if (isWhole)
                BufferReader.ThrowNoText((int)length);

            BufferReader.ThrowIfNever(length, maxLength);
            return false;
        }

        reader.Advance(length);
        return true;
    }
}
