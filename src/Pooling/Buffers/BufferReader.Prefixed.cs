using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Pooling.Buffers;

/// <content>Bytes and text that follow their length, which is a number of bytes and does not count itself.</content>
public ref partial struct BufferReader
{
    /// <summary>Attempts to read bytes that follow their length, a varint. They are not copied.</summary>
    /// <param name="bytes">The bytes, in the memory that is being read; empty if there are none.</param>
    /// <param name="maxLength">The most bytes that are accepted.</param>
    /// <returns><see langword="false"/> if the length is truncated, malformed, above <paramref name="maxLength"/> or above what is left;
    /// the position is unchanged then.</returns>
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

    /// <summary>Reads bytes that follow their length, a varint. They are not copied.</summary>
    /// <param name="maxLength">The most bytes that are accepted.</param>
    /// <returns>The bytes, in the memory that is being read.</returns>
    /// <exception cref="InvalidDataException">The length is truncated, malformed, above <paramref name="maxLength"/> or above what is
    /// left.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ReadOnlySpan<byte> ReadVarintPrefixedBytes(int maxLength = int.MaxValue)
    {
        if (!TryReadVarintPrefixedBytes(out ReadOnlySpan<byte> bytes, maxLength))
            ThrowNoBytes(_position, Remaining, maxLength);

        return bytes;
    }

    /// <summary>Attempts to read UTF-8 text that follows its length in bytes, a varint.</summary>
    /// <param name="text">The text; <see langword="null"/> if there is none.</param>
    /// <param name="maxLength">The most bytes that are accepted.</param>
    /// <returns><see langword="false"/> if the length is truncated, malformed, above <paramref name="maxLength"/> or above what is left, or
    /// if the bytes are not valid UTF-8; the position is unchanged then, and no string was made.</returns>
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

    /// <summary>Reads UTF-8 text that follows its length in bytes, a varint.</summary>
    /// <param name="maxLength">The most bytes that are accepted.</param>
    /// <returns>The text.</returns>
    /// <exception cref="InvalidDataException">The length is truncated, malformed, above <paramref name="maxLength"/> or above what is left,
    /// or the bytes are not valid UTF-8.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public string ReadVarintPrefixedUtf8(int maxLength = int.MaxValue)
    {
        if (!TryReadVarintPrefixedUtf8(out string? text, maxLength))
            ThrowNoText(_position, Remaining, maxLength);

        return text;
    }

    /// <summary>Attempts to read bytes that follow their length, an unsigned 16-bit integer, lowest byte first. They are not
    /// copied.</summary>
    /// <param name="bytes">The bytes, in the memory that is being read; empty if there are none.</param>
    /// <param name="maxLength">The most bytes that are accepted.</param>
    /// <returns><see langword="false"/> if the length is truncated, malformed, above <paramref name="maxLength"/> or above what is left;
    /// the position is unchanged then.</returns>
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

    /// <summary>Reads bytes that follow their length, an unsigned 16-bit integer, lowest byte first. They are not copied.</summary>
    /// <param name="maxLength">The most bytes that are accepted.</param>
    /// <returns>The bytes, in the memory that is being read.</returns>
    /// <exception cref="InvalidDataException">The length is truncated, malformed, above <paramref name="maxLength"/> or above what is
    /// left.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ReadOnlySpan<byte> ReadUInt16LittleEndianPrefixedBytes(int maxLength = int.MaxValue)
    {
        if (!TryReadUInt16LittleEndianPrefixedBytes(out ReadOnlySpan<byte> bytes, maxLength))
            ThrowNoBytes(_position, Remaining, maxLength);

        return bytes;
    }

    /// <summary>Attempts to read UTF-8 text that follows its length in bytes, an unsigned 16-bit integer, lowest byte first.</summary>
    /// <param name="text">The text; <see langword="null"/> if there is none.</param>
    /// <param name="maxLength">The most bytes that are accepted.</param>
    /// <returns><see langword="false"/> if the length is truncated, malformed, above <paramref name="maxLength"/> or above what is left, or
    /// if the bytes are not valid UTF-8; the position is unchanged then, and no string was made.</returns>
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

    /// <summary>Reads UTF-8 text that follows its length in bytes, an unsigned 16-bit integer, lowest byte first.</summary>
    /// <param name="maxLength">The most bytes that are accepted.</param>
    /// <returns>The text.</returns>
    /// <exception cref="InvalidDataException">The length is truncated, malformed, above <paramref name="maxLength"/> or above what is left,
    /// or the bytes are not valid UTF-8.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public string ReadUInt16LittleEndianPrefixedUtf8(int maxLength = int.MaxValue)
    {
        if (!TryReadUInt16LittleEndianPrefixedUtf8(out string? text, maxLength))
            ThrowNoText(_position, Remaining, maxLength);

        return text;
    }

    /// <summary>Attempts to read bytes that follow their length, an unsigned 16-bit integer, highest byte first. They are not
    /// copied.</summary>
    /// <param name="bytes">The bytes, in the memory that is being read; empty if there are none.</param>
    /// <param name="maxLength">The most bytes that are accepted.</param>
    /// <returns><see langword="false"/> if the length is truncated, malformed, above <paramref name="maxLength"/> or above what is left;
    /// the position is unchanged then.</returns>
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

    /// <summary>Reads bytes that follow their length, an unsigned 16-bit integer, highest byte first. They are not copied.</summary>
    /// <param name="maxLength">The most bytes that are accepted.</param>
    /// <returns>The bytes, in the memory that is being read.</returns>
    /// <exception cref="InvalidDataException">The length is truncated, malformed, above <paramref name="maxLength"/> or above what is
    /// left.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ReadOnlySpan<byte> ReadUInt16BigEndianPrefixedBytes(int maxLength = int.MaxValue)
    {
        if (!TryReadUInt16BigEndianPrefixedBytes(out ReadOnlySpan<byte> bytes, maxLength))
            ThrowNoBytes(_position, Remaining, maxLength);

        return bytes;
    }

    /// <summary>Attempts to read UTF-8 text that follows its length in bytes, an unsigned 16-bit integer, highest byte first.</summary>
    /// <param name="text">The text; <see langword="null"/> if there is none.</param>
    /// <param name="maxLength">The most bytes that are accepted.</param>
    /// <returns><see langword="false"/> if the length is truncated, malformed, above <paramref name="maxLength"/> or above what is left, or
    /// if the bytes are not valid UTF-8; the position is unchanged then, and no string was made.</returns>
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

    /// <summary>Reads UTF-8 text that follows its length in bytes, an unsigned 16-bit integer, highest byte first.</summary>
    /// <param name="maxLength">The most bytes that are accepted.</param>
    /// <returns>The text.</returns>
    /// <exception cref="InvalidDataException">The length is truncated, malformed, above <paramref name="maxLength"/> or above what is left,
    /// or the bytes are not valid UTF-8.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public string ReadUInt16BigEndianPrefixedUtf8(int maxLength = int.MaxValue)
    {
        if (!TryReadUInt16BigEndianPrefixedUtf8(out string? text, maxLength))
            ThrowNoText(_position, Remaining, maxLength);

        return text;
    }

    /// <summary>Attempts to read bytes that follow their length, a signed 32-bit integer, lowest byte first. They are not copied.</summary>
    /// <param name="bytes">The bytes, in the memory that is being read; empty if there are none.</param>
    /// <param name="maxLength">The most bytes that are accepted.</param>
    /// <returns><see langword="false"/> if the length is truncated, malformed, negative, above <paramref name="maxLength"/> or above what
    /// is left; the position is unchanged then.</returns>
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

    /// <summary>Reads bytes that follow their length, a signed 32-bit integer, lowest byte first. They are not copied.</summary>
    /// <param name="maxLength">The most bytes that are accepted.</param>
    /// <returns>The bytes, in the memory that is being read.</returns>
    /// <exception cref="InvalidDataException">The length is truncated, malformed, negative, above <paramref name="maxLength"/> or above
    /// what is left.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ReadOnlySpan<byte> ReadInt32LittleEndianPrefixedBytes(int maxLength = int.MaxValue)
    {
        if (!TryReadInt32LittleEndianPrefixedBytes(out ReadOnlySpan<byte> bytes, maxLength))
            ThrowNoBytes(_position, Remaining, maxLength);

        return bytes;
    }

    /// <summary>Attempts to read UTF-8 text that follows its length in bytes, a signed 32-bit integer, lowest byte first.</summary>
    /// <param name="text">The text; <see langword="null"/> if there is none.</param>
    /// <param name="maxLength">The most bytes that are accepted.</param>
    /// <returns><see langword="false"/> if the length is truncated, malformed, negative, above <paramref name="maxLength"/> or above what
    /// is left, or if the bytes are not valid UTF-8; the position is unchanged then, and no string was made.</returns>
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

    /// <summary>Reads UTF-8 text that follows its length in bytes, a signed 32-bit integer, lowest byte first.</summary>
    /// <param name="maxLength">The most bytes that are accepted.</param>
    /// <returns>The text.</returns>
    /// <exception cref="InvalidDataException">The length is truncated, malformed, negative, above <paramref name="maxLength"/> or above
    /// what is left, or the bytes are not valid UTF-8.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public string ReadInt32LittleEndianPrefixedUtf8(int maxLength = int.MaxValue)
    {
        if (!TryReadInt32LittleEndianPrefixedUtf8(out string? text, maxLength))
            ThrowNoText(_position, Remaining, maxLength);

        return text;
    }

    /// <summary>Attempts to read bytes that follow their length, a signed 32-bit integer, highest byte first. They are not
    /// copied.</summary>
    /// <param name="bytes">The bytes, in the memory that is being read; empty if there are none.</param>
    /// <param name="maxLength">The most bytes that are accepted.</param>
    /// <returns><see langword="false"/> if the length is truncated, malformed, negative, above <paramref name="maxLength"/> or above what
    /// is left; the position is unchanged then.</returns>
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

    /// <summary>Reads bytes that follow their length, a signed 32-bit integer, highest byte first. They are not copied.</summary>
    /// <param name="maxLength">The most bytes that are accepted.</param>
    /// <returns>The bytes, in the memory that is being read.</returns>
    /// <exception cref="InvalidDataException">The length is truncated, malformed, negative, above <paramref name="maxLength"/> or above
    /// what is left.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ReadOnlySpan<byte> ReadInt32BigEndianPrefixedBytes(int maxLength = int.MaxValue)
    {
        if (!TryReadInt32BigEndianPrefixedBytes(out ReadOnlySpan<byte> bytes, maxLength))
            ThrowNoBytes(_position, Remaining, maxLength);

        return bytes;
    }

    /// <summary>Attempts to read UTF-8 text that follows its length in bytes, a signed 32-bit integer, highest byte first.</summary>
    /// <param name="text">The text; <see langword="null"/> if there is none.</param>
    /// <param name="maxLength">The most bytes that are accepted.</param>
    /// <returns><see langword="false"/> if the length is truncated, malformed, negative, above <paramref name="maxLength"/> or above what
    /// is left, or if the bytes are not valid UTF-8; the position is unchanged then, and no string was made.</returns>
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

    /// <summary>Reads UTF-8 text that follows its length in bytes, a signed 32-bit integer, highest byte first.</summary>
    /// <param name="maxLength">The most bytes that are accepted.</param>
    /// <returns>The text.</returns>
    /// <exception cref="InvalidDataException">The length is truncated, malformed, negative, above <paramref name="maxLength"/> or above
    /// what is left, or the bytes are not valid UTF-8.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public string ReadInt32BigEndianPrefixedUtf8(int maxLength = int.MaxValue)
    {
        if (!TryReadInt32BigEndianPrefixedUtf8(out string? text, maxLength))
            ThrowNoText(_position, Remaining, maxLength);

        return text;
    }

    [DoesNotReturn]
    private static void ThrowNoBytes(int position, int left, int maxLength) => throw new InvalidDataException(
        $"No length of {maxLength} at most and as many bytes stand at byte {position}, where {left} bytes are left.");

    [DoesNotReturn]
    private static void ThrowNoText(int position, int left, int maxLength) => throw new InvalidDataException(
        $"No length of {maxLength} at most and as many bytes of UTF-8 stand at byte {position}, where {left} bytes are left.");
}
