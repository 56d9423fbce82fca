using System.Runtime.CompilerServices;

namespace Pooling.Buffers;

/// <content>Variable-length integers: 7 bits per byte, lowest first, with the top bit set in all bytes except the last
/// (LEB128, as in protobuf). Padded numbers are accepted, since lengths that are patched later have padding, but not
/// more bytes than the type can have. Most varints have one byte; longer ones are read out of line.</content>
public ref partial struct BufferReader
{
    /// <summary>Attempts to read an unsigned 32-bit integer from a varint of 1 to 5 bytes.</summary>
    /// <param name="value">The number; 0 if this method returns <see langword="false"/>.</param>
    /// <returns><see langword="false"/> if the number is incomplete; the position is then unchanged.</returns>
    /// <exception cref="InvalidDataException">The number exceeds 5 bytes or 32 bits.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryReadVarint32(out uint value)
    {
        int position = _position;
        if ((uint)position < (uint)_span.Length && _span[position] < Varint.More)
        {
            value = _span[position];
            _position = position + 1;
            return true;
        }

        Varint read = Varint.Get(_span, position, Varint.Longest32);
        value = (uint)read.Value;
        _position = position + read.Length;
        return read.Length != 0;
    }

    /// <summary>Reads an unsigned 32-bit integer from a varint of 1 to 5 bytes.</summary>
    /// <returns>The number.</returns>
    /// <exception cref="InvalidDataException">The number is incomplete, or exceeds 5 bytes or 32 bits.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public uint ReadVarint32() => (uint)ReadVarint(Varint.Longest32);

    /// <summary>Attempts to read an unsigned 64-bit integer from a varint of 1 to 10 bytes.</summary>
    /// <param name="value">The number; 0 if this method returns <see langword="false"/>.</param>
    /// <returns><see langword="false"/> if the number is incomplete; the position is then unchanged.</returns>
    /// <exception cref="InvalidDataException">The number exceeds 10 bytes or 64 bits.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryReadVarint64(out ulong value)
    {
        int position = _position;
        if ((uint)position < (uint)_span.Length && _span[position] < Varint.More)
        {
            value = _span[position];
            _position = position + 1;
            return true;
        }

        Varint read = Varint.Get(_span, position, Varint.Longest);
        value = read.Value;
        _position = position + read.Length;
        return read.Length != 0;
    }

    /// <summary>Reads an unsigned 64-bit integer from a varint of 1 to 10 bytes.</summary>
    /// <returns>The number.</returns>
    /// <exception cref="InvalidDataException">The number is incomplete, or exceeds 10 bytes or 64 bits.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ulong ReadVarint64() => ReadVarint(Varint.Longest);

    /// <summary>Attempts to read a signed 32-bit integer from a zigzag varint of 1 to 5 bytes (0, 1, 2, 3 decode to 0,
    /// -1, 1, -2).</summary>
    /// <param name="value">The number; 0 if this method returns <see langword="false"/>.</param>
    /// <returns><see langword="false"/> if the number is incomplete; the position is then unchanged.</returns>
    /// <exception cref="InvalidDataException">The number exceeds 5 bytes or 32 bits.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryReadZigZagVarint32(out int value)
    {
        bool isRead = TryReadVarint32(out uint zigZag);
        value = Varint.UnZigZag(zigZag);
        return isRead;
    }

    /// <summary>Reads a signed 32-bit integer from a zigzag varint of 1 to 5 bytes (0, 1, 2, 3 decode to 0, -1, 1,
    /// -2).</summary>
    /// <returns>The number.</returns>
    /// <exception cref="InvalidDataException">The number is incomplete, or exceeds 5 bytes or 32 bits.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int ReadZigZagVarint32() => Varint.UnZigZag(ReadVarint32());

    /// <summary>Attempts to read a signed 64-bit integer from a zigzag varint of 1 to 10 bytes (0, 1, 2, 3 decode to 0,
    /// -1, 1, -2).</summary>
    /// <param name="value">The number; 0 if this method returns <see langword="false"/>.</param>
    /// <returns><see langword="false"/> if the number is incomplete; the position is then unchanged.</returns>
    /// <exception cref="InvalidDataException">The number exceeds 10 bytes or 64 bits.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryReadZigZagVarint64(out long value)
    {
        bool isRead = TryReadVarint64(out ulong zigZag);
        value = Varint.UnZigZag(zigZag);
        return isRead;
    }

    /// <summary>Reads a signed 64-bit integer from a zigzag varint of 1 to 10 bytes (0, 1, 2, 3 decode to 0, -1, 1,
    /// -2).</summary>
    /// <returns>The number.</returns>
    /// <exception cref="InvalidDataException">The number is incomplete, or exceeds 10 bytes or 64 bits.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public long ReadZigZagVarint64() => Varint.UnZigZag(ReadVarint64());

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ulong ReadVarint(int longest)
    {
        int position = _position;
        if ((uint)position < (uint)_span.Length && _span[position] < Varint.More)
        {
            _position = position + 1;
            return _span[position];
        }

        Varint read = Varint.Get(_span, position, longest);
        if (read.Length == 0)
            ThrowIncomplete("varint", position, _span.Length - position);

        _position = position + read.Length;
        return read.Value;
    }
}
