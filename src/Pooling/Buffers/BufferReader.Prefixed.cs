using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Pooling.Buffers;

/// <content>Bytes and text with a length prefix, which is a number of bytes that excludes the prefix itself.</content>
public ref partial struct BufferReader
{
    /// <summary>Attempts to read bytes with their length as a varint prefix, without copying them.</summary>
    /// <param name="bytes">The bytes, a slice of the memory being read; empty if this method returns <see langword="false"/>.</param>
    /// <param name="maxLength">The maximum length to accept, in bytes.</param>
    /// <returns><see langword="false"/> if the length is truncated, malformed, greater than <paramref name="maxLength"/>, or greater than
    /// the number of bytes left; the position is then unchanged.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryReadVarintPrefixedBytes(out ReadOnlySpan<byte> bytes, int maxLength = int.MaxValue)
    {
        int start = _position;
        if (TryReadVarint32(out uint length) && TryTake(length, maxLength, out bytes))
            return true;

        _position = start;
        bytes = default;
        return false;
    }

    /// <summary>Reads bytes with their length as a varint prefix, without copying them.</summary>
    /// <param name="maxLength">The maximum length to accept, in bytes.</param>
    /// <returns>The bytes, a slice of the memory being read.</returns>
    /// <exception cref="InvalidDataException">The length is truncated, malformed, greater than <paramref name="maxLength"/>, or greater
    /// than the number of bytes left.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ReadOnlySpan<byte> ReadVarintPrefixedBytes(int maxLength = int.MaxValue)
    {
        if (!TryReadVarintPrefixedBytes(out ReadOnlySpan<byte> bytes, maxLength))
            ThrowNoBytes(_position, Remaining, maxLength);

        return bytes;
    }

    /// <summary>Attempts to read UTF-8 text with its length in bytes as a varint prefix.</summary>
    /// <param name="text">The text; <see langword="null"/> if this method returns <see langword="false"/>.</param>
    /// <param name="maxLength">The maximum length to accept, in bytes.</param>
    /// <returns><see langword="false"/> if the length is truncated, malformed, greater than <paramref name="maxLength"/>, or greater than
    /// the number of bytes left, or if the bytes are not valid UTF-8; the position is then unchanged, and no string was
    /// allocated.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryReadVarintPrefixedUtf8([NotNullWhen(true)] out string? text, int maxLength = int.MaxValue)
    {
        int start = _position;
        text = TryReadVarintPrefixedBytes(out ReadOnlySpan<byte> bytes, maxLength) ? Decode(bytes) : null;
        if (text is not null)
            return true;

        _position = start;
        return false;
    }

    /// <summary>Reads UTF-8 text with its length in bytes as a varint prefix.</summary>
    /// <param name="maxLength">The maximum length to accept, in bytes.</param>
    /// <returns>The text.</returns>
    /// <exception cref="InvalidDataException">The length is truncated, malformed, greater than <paramref name="maxLength"/>, or greater
    /// than the number of bytes left, or the bytes are not valid UTF-8.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public string ReadVarintPrefixedUtf8(int maxLength = int.MaxValue)
    {
        if (!TryReadVarintPrefixedUtf8(out string? text, maxLength))
            ThrowNoText(_position, Remaining, maxLength);

        return text;
    }

    /// <summary>Attempts to read bytes with their length as an unsigned 16-bit prefix (little-endian), without copying them.</summary>
    /// <param name="bytes">The bytes, a slice of the memory being read; empty if this method returns <see langword="false"/>.</param>
    /// <param name="maxLength">The maximum length to accept, in bytes.</param>
    /// <returns><see langword="false"/> if the length is truncated, malformed, greater than <paramref name="maxLength"/>, or greater than
    /// the number of bytes left; the position is then unchanged.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryReadUInt16LittleEndianPrefixedBytes(out ReadOnlySpan<byte> bytes, int maxLength = int.MaxValue)
    {
        int start = _position;
        if (TryReadUInt16LittleEndian(out ushort length) && TryTake(length, maxLength, out bytes))
            return true;

        _position = start;
        bytes = default;
        return false;
    }

    /// <summary>Reads bytes with their length as an unsigned 16-bit prefix (little-endian), without copying them.</summary>
    /// <param name="maxLength">The maximum length to accept, in bytes.</param>
    /// <returns>The bytes, a slice of the memory being read.</returns>
    /// <exception cref="InvalidDataException">The length is truncated, malformed, greater than <paramref name="maxLength"/>, or greater
    /// than the number of bytes left.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ReadOnlySpan<byte> ReadUInt16LittleEndianPrefixedBytes(int maxLength = int.MaxValue)
    {
        if (!TryReadUInt16LittleEndianPrefixedBytes(out ReadOnlySpan<byte> bytes, maxLength))
            ThrowNoBytes(_position, Remaining, maxLength);

        return bytes;
    }

    /// <summary>Attempts to read UTF-8 text with its length in bytes as an unsigned 16-bit prefix (little-endian).</summary>
    /// <param name="text">The text; <see langword="null"/> if this method returns <see langword="false"/>.</param>
    /// <param name="maxLength">The maximum length to accept, in bytes.</param>
    /// <returns><see langword="false"/> if the length is truncated, malformed, greater than <paramref name="maxLength"/>, or greater than
    /// the number of bytes left, or if the bytes are not valid UTF-8; the position is then unchanged, and no string was
    /// allocated.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryReadUInt16LittleEndianPrefixedUtf8([NotNullWhen(true)] out string? text, int maxLength = int.MaxValue)
    {
        int start = _position;
        text = TryReadUInt16LittleEndianPrefixedBytes(out ReadOnlySpan<byte> bytes, maxLength) ? Decode(bytes) : null;
        if (text is not null)
            return true;

        _position = start;
        return false;
    }

    /// <summary>Reads UTF-8 text with its length in bytes as an unsigned 16-bit prefix (little-endian).</summary>
    /// <param name="maxLength">The maximum length to accept, in bytes.</param>
    /// <returns>The text.</returns>
    /// <exception cref="InvalidDataException">The length is truncated, malformed, greater than <paramref name="maxLength"/>, or greater
    /// than the number of bytes left, or the bytes are not valid UTF-8.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public string ReadUInt16LittleEndianPrefixedUtf8(int maxLength = int.MaxValue)
    {
        if (!TryReadUInt16LittleEndianPrefixedUtf8(out string? text, maxLength))
            ThrowNoText(_position, Remaining, maxLength);

        return text;
    }

    /// <summary>Attempts to read bytes with their length as an unsigned 16-bit prefix (big-endian), without copying them.</summary>
    /// <param name="bytes">The bytes, a slice of the memory being read; empty if this method returns <see langword="false"/>.</param>
    /// <param name="maxLength">The maximum length to accept, in bytes.</param>
    /// <returns><see langword="false"/> if the length is truncated, malformed, greater than <paramref name="maxLength"/>, or greater than
    /// the number of bytes left; the position is then unchanged.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryReadUInt16BigEndianPrefixedBytes(out ReadOnlySpan<byte> bytes, int maxLength = int.MaxValue)
    {
        int start = _position;
        if (TryReadUInt16BigEndian(out ushort length) && TryTake(length, maxLength, out bytes))
            return true;

        _position = start;
        bytes = default;
        return false;
    }

    /// <summary>Reads bytes with their length as an unsigned 16-bit prefix (big-endian), without copying them.</summary>
    /// <param name="maxLength">The maximum length to accept, in bytes.</param>
    /// <returns>The bytes, a slice of the memory being read.</returns>
    /// <exception cref="InvalidDataException">The length is truncated, malformed, greater than <paramref name="maxLength"/>, or greater
    /// than the number of bytes left.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ReadOnlySpan<byte> ReadUInt16BigEndianPrefixedBytes(int maxLength = int.MaxValue)
    {
        if (!TryReadUInt16BigEndianPrefixedBytes(out ReadOnlySpan<byte> bytes, maxLength))
            ThrowNoBytes(_position, Remaining, maxLength);

        return bytes;
    }

    /// <summary>Attempts to read UTF-8 text with its length in bytes as an unsigned 16-bit prefix (big-endian).</summary>
    /// <param name="text">The text; <see langword="null"/> if this method returns <see langword="false"/>.</param>
    /// <param name="maxLength">The maximum length to accept, in bytes.</param>
    /// <returns><see langword="false"/> if the length is truncated, malformed, greater than <paramref name="maxLength"/>, or greater than
    /// the number of bytes left, or if the bytes are not valid UTF-8; the position is then unchanged, and no string was
    /// allocated.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryReadUInt16BigEndianPrefixedUtf8([NotNullWhen(true)] out string? text, int maxLength = int.MaxValue)
    {
        int start = _position;
        text = TryReadUInt16BigEndianPrefixedBytes(out ReadOnlySpan<byte> bytes, maxLength) ? Decode(bytes) : null;
        if (text is not null)
            return true;

        _position = start;
        return false;
    }

    /// <summary>Reads UTF-8 text with its length in bytes as an unsigned 16-bit prefix (big-endian).</summary>
    /// <param name="maxLength">The maximum length to accept, in bytes.</param>
    /// <returns>The text.</returns>
    /// <exception cref="InvalidDataException">The length is truncated, malformed, greater than <paramref name="maxLength"/>, or greater
    /// than the number of bytes left, or the bytes are not valid UTF-8.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public string ReadUInt16BigEndianPrefixedUtf8(int maxLength = int.MaxValue)
    {
        if (!TryReadUInt16BigEndianPrefixedUtf8(out string? text, maxLength))
            ThrowNoText(_position, Remaining, maxLength);

        return text;
    }

    /// <summary>Attempts to read bytes with their length as a signed 32-bit prefix (little-endian), without copying them.</summary>
    /// <param name="bytes">The bytes, a slice of the memory being read; empty if this method returns <see langword="false"/>.</param>
    /// <param name="maxLength">The maximum length to accept, in bytes.</param>
    /// <returns><see langword="false"/> if the length is truncated, malformed, negative, greater than <paramref name="maxLength"/>, or
    /// greater than the number of bytes left; the position is then unchanged.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryReadInt32LittleEndianPrefixedBytes(out ReadOnlySpan<byte> bytes, int maxLength = int.MaxValue)
    {
        int start = _position;
        if (TryReadInt32LittleEndian(out int length) && TryTake((uint)length, maxLength, out bytes))
            return true;

        _position = start;
        bytes = default;
        return false;
    }

    /// <summary>Reads bytes with their length as a signed 32-bit prefix (little-endian), without copying them.</summary>
    /// <param name="maxLength">The maximum length to accept, in bytes.</param>
    /// <returns>The bytes, a slice of the memory being read.</returns>
    /// <exception cref="InvalidDataException">The length is truncated, malformed, negative, greater than <paramref name="maxLength"/>, or
    /// greater than the number of bytes left.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ReadOnlySpan<byte> ReadInt32LittleEndianPrefixedBytes(int maxLength = int.MaxValue)
    {
        if (!TryReadInt32LittleEndianPrefixedBytes(out ReadOnlySpan<byte> bytes, maxLength))
            ThrowNoBytes(_position, Remaining, maxLength);

        return bytes;
    }

    /// <summary>Attempts to read UTF-8 text with its length in bytes as a signed 32-bit prefix (little-endian).</summary>
    /// <param name="text">The text; <see langword="null"/> if this method returns <see langword="false"/>.</param>
    /// <param name="maxLength">The maximum length to accept, in bytes.</param>
    /// <returns><see langword="false"/> if the length is truncated, malformed, negative, greater than <paramref name="maxLength"/>, or
    /// greater than the number of bytes left, or if the bytes are not valid UTF-8; the position is then unchanged, and no string was
    /// allocated.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryReadInt32LittleEndianPrefixedUtf8([NotNullWhen(true)] out string? text, int maxLength = int.MaxValue)
    {
        int start = _position;
        text = TryReadInt32LittleEndianPrefixedBytes(out ReadOnlySpan<byte> bytes, maxLength) ? Decode(bytes) : null;
        if (text is not null)
            return true;

        _position = start;
        return false;
    }

    /// <summary>Reads UTF-8 text with its length in bytes as a signed 32-bit prefix (little-endian).</summary>
    /// <param name="maxLength">The maximum length to accept, in bytes.</param>
    /// <returns>The text.</returns>
    /// <exception cref="InvalidDataException">The length is truncated, malformed, negative, greater than <paramref name="maxLength"/>, or
    /// greater than the number of bytes left, or the bytes are not valid UTF-8.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public string ReadInt32LittleEndianPrefixedUtf8(int maxLength = int.MaxValue)
    {
        if (!TryReadInt32LittleEndianPrefixedUtf8(out string? text, maxLength))
            ThrowNoText(_position, Remaining, maxLength);

        return text;
    }

    /// <summary>Attempts to read bytes with their length as a signed 32-bit prefix (big-endian), without copying them.</summary>
    /// <param name="bytes">The bytes, a slice of the memory being read; empty if this method returns <see langword="false"/>.</param>
    /// <param name="maxLength">The maximum length to accept, in bytes.</param>
    /// <returns><see langword="false"/> if the length is truncated, malformed, negative, greater than <paramref name="maxLength"/>, or
    /// greater than the number of bytes left; the position is then unchanged.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryReadInt32BigEndianPrefixedBytes(out ReadOnlySpan<byte> bytes, int maxLength = int.MaxValue)
    {
        int start = _position;
        if (TryReadInt32BigEndian(out int length) && TryTake((uint)length, maxLength, out bytes))
            return true;

        _position = start;
        bytes = default;
        return false;
    }

    /// <summary>Reads bytes with their length as a signed 32-bit prefix (big-endian), without copying them.</summary>
    /// <param name="maxLength">The maximum length to accept, in bytes.</param>
    /// <returns>The bytes, a slice of the memory being read.</returns>
    /// <exception cref="InvalidDataException">The length is truncated, malformed, negative, greater than <paramref name="maxLength"/>, or
    /// greater than the number of bytes left.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ReadOnlySpan<byte> ReadInt32BigEndianPrefixedBytes(int maxLength = int.MaxValue)
    {
        if (!TryReadInt32BigEndianPrefixedBytes(out ReadOnlySpan<byte> bytes, maxLength))
            ThrowNoBytes(_position, Remaining, maxLength);

        return bytes;
    }

    /// <summary>Attempts to read UTF-8 text with its length in bytes as a signed 32-bit prefix (big-endian).</summary>
    /// <param name="text">The text; <see langword="null"/> if this method returns <see langword="false"/>.</param>
    /// <param name="maxLength">The maximum length to accept, in bytes.</param>
    /// <returns><see langword="false"/> if the length is truncated, malformed, negative, greater than <paramref name="maxLength"/>, or
    /// greater than the number of bytes left, or if the bytes are not valid UTF-8; the position is then unchanged, and no string was
    /// allocated.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryReadInt32BigEndianPrefixedUtf8([NotNullWhen(true)] out string? text, int maxLength = int.MaxValue)
    {
        int start = _position;
        text = TryReadInt32BigEndianPrefixedBytes(out ReadOnlySpan<byte> bytes, maxLength) ? Decode(bytes) : null;
        if (text is not null)
            return true;

        _position = start;
        return false;
    }

    /// <summary>Reads UTF-8 text with its length in bytes as a signed 32-bit prefix (big-endian).</summary>
    /// <param name="maxLength">The maximum length to accept, in bytes.</param>
    /// <returns>The text.</returns>
    /// <exception cref="InvalidDataException">The length is truncated, malformed, negative, greater than <paramref name="maxLength"/>, or
    /// greater than the number of bytes left, or the bytes are not valid UTF-8.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public string ReadInt32BigEndianPrefixedUtf8(int maxLength = int.MaxValue)
    {
        if (!TryReadInt32BigEndianPrefixedUtf8(out string? text, maxLength))
            ThrowNoText(_position, Remaining, maxLength);

        return text;
    }

    [DoesNotReturn]
    private static void ThrowNoBytes(int position, int left, int maxLength) => throw new InvalidDataException(
        $"Cannot read length-prefixed bytes at position {position} ({Quantity.Of(left, "byte")} left): the length is incomplete, exceeds "
        + $"the limit of {maxLength}, or exceeds the bytes that follow.");

    [DoesNotReturn]
    private static void ThrowNoText(int position, int left, int maxLength) => throw new InvalidDataException(
        $"Cannot read length-prefixed text at position {position} ({Quantity.Of(left, "byte")} left): the length is incomplete, exceeds "
        + $"the limit of {maxLength}, or exceeds the bytes that follow, or these are not valid UTF-8.");
}
