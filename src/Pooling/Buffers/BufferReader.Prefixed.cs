using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using static Pooling.Buffers.ByteOrder;

namespace Pooling.Buffers;

/// <content>Bytes and text with a length prefix, which is a number of bytes that excludes the prefix itself.</content>
public ref partial struct BufferReader
{
    /// <summary>Attempts to read bytes that are preceded by their number, without copying them.</summary>
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
    public bool TryReadPrefixedBytes(LengthPrefix prefix, out ReadOnlySpan<byte> bytes, int maxLength = int.MaxValue)
    {
        if (!TryGetLength(prefix, out uint length, out int start) || !TryGet(start, length, maxLength, out bytes))
        {
            bytes = default;
            return false;
        }

        _position = start + (int)length;
        return true;
    }

    /// <summary>Reads bytes that are preceded by their number, without copying them.</summary>
    /// <param name="prefix">The format of the length.</param>
    /// <param name="maxLength">The maximum length to accept, in bytes.</param>
    /// <returns>The bytes, a slice of the memory being read.</returns>
    /// <exception cref="InvalidDataException">The length is incomplete, malformed, negative, greater than
    /// <paramref name="maxLength"/>, or greater than the number of bytes left.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="prefix"/> is not defined.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ReadOnlySpan<byte> ReadPrefixedBytes(LengthPrefix prefix, int maxLength = int.MaxValue)
    {
        if (!TryReadPrefixedBytes(prefix, out ReadOnlySpan<byte> bytes, maxLength))
            ThrowIncomplete("length-prefixed value", _position, Remaining);

        return bytes;
    }

    /// <summary>Attempts to read UTF-8 text that is preceded by its length in bytes.</summary>
    /// <param name="prefix">The format of the length.</param>
    /// <param name="text">The text; <see langword="null"/> if this method returns <see langword="false"/>.</param>
    /// <param name="maxLength">The maximum length to accept, in bytes.</param>
    /// <returns><see langword="false"/> if the length or the text is incomplete; the position is then
    /// unchanged.</returns>
    /// <exception cref="InvalidDataException">The length is malformed, negative, or greater than
    /// <paramref name="maxLength"/>, or the bytes are not valid UTF-8.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="prefix"/> is not defined.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryReadPrefixedUtf8(
        LengthPrefix prefix, [NotNullWhen(true)] out string? text, int maxLength = int.MaxValue)
    {
        if (!TryGetLength(prefix, out uint length, out int start)
            || !TryGet(start, length, maxLength, out ReadOnlySpan<byte> bytes))
        {
            text = null;
            return false;
        }

        text = Decode(bytes);
        _position = start + (int)length;
        return true;
    }

    /// <summary>Reads UTF-8 text that is preceded by its length in bytes.</summary>
    /// <param name="prefix">The format of the length.</param>
    /// <param name="maxLength">The maximum length to accept, in bytes.</param>
    /// <returns>The text.</returns>
    /// <exception cref="InvalidDataException">The length is incomplete, malformed, negative, greater than
    /// <paramref name="maxLength"/>, or greater than the number of bytes left, or the bytes are not valid
    /// UTF-8.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="prefix"/> is not defined.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public string ReadPrefixedUtf8(LengthPrefix prefix, int maxLength = int.MaxValue)
    {
        if (!TryReadPrefixedUtf8(prefix, out string? text, maxLength))
            ThrowIncomplete("length-prefixed value", _position, Remaining);

        return text;
    }

    /// <summary>Reads a length without moving the position. With a constant prefix, only its case is
    /// compiled.</summary>
    /// <param name="prefix">The format of the length.</param>
    /// <param name="length">The length.</param>
    /// <param name="end">The position behind the prefix.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private readonly bool TryGetLength(LengthPrefix prefix, out uint length, out int end)
    {
        int position = _position;
        length = 0;
        end = position;
        if (prefix == LengthPrefix.Varint)
        {
            if ((uint)position < (uint)_span.Length && _span[position] < Varint.More)
            {
                length = _span[position];
                end = position + 1;
                return true;
            }

            Varint read = Varint.Get(_span, position, Varint.Longest32);
            length = (uint)read.Value;
            end = position + read.Length;
            return read.Length != 0;
        }

        if (prefix is LengthPrefix.UInt16BigEndian or LengthPrefix.UInt16LittleEndian)
        {
            if (_span.Length - position < sizeof(ushort))
                return false;

            ushort raw = Peek<ushort>(position);
            length = prefix == LengthPrefix.UInt16BigEndian ? BigEndian(raw) : LittleEndian(raw);
            end = position + sizeof(ushort);
        }
        else
        {
            if (prefix is not (LengthPrefix.Int32BigEndian or LengthPrefix.Int32LittleEndian))
                LengthPrefixFormat.ThrowUndefined(prefix);

            if (_span.Length - position < sizeof(uint))
                return false;

            uint raw = Peek<uint>(position);
            length = prefix == LengthPrefix.Int32BigEndian ? BigEndian(raw) : LittleEndian(raw);
            end = position + sizeof(uint);
        }

        return true;
    }
}
