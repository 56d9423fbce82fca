namespace Pooling.Benchmarks.Buffers;

/// <summary>What a good packet writer does by hand: one array that it keeps, a position, and one check of the room for each field. The
/// header goes into room that is left in front, at the right, once the length is known.</summary>
internal sealed class KeptArrayWriter
{
    private byte[] _buffer = new byte[256];
    private int _position;
    private int _start;

    internal ReadOnlyMemory<byte> Written => new(_buffer, _start, _position - _start);

    /// <summary>Starts again behind so many bytes of room for a header.</summary>
    internal void Reset(int headerRoom = 0) => _position = _start = headerRoom;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void WriteByte(byte value)
    {
        EnsureFree(1);
        _buffer[_position++] = value;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void WriteUInt16(ushort value)
    {
        EnsureFree(2);
        _buffer[_position] = (byte)(value >> 8);
        _buffer[_position + 1] = (byte)value;
        _position += 2;
    }

    internal void WriteVarint(uint value)
    {
        EnsureFree(5);
        byte[] buffer = _buffer;
        int position = _position;
        for (; value >= 0x80; value >>= 7)
            buffer[position++] = (byte)(value | 0x80);

        buffer[position++] = (byte)value;
        _position = position;
    }

    internal void WriteText(string text)
    {
        EnsureFree(2 + (text.Length * 3));
        int bytes = Encoding.UTF8.GetBytes(text, 0, text.Length, _buffer, _position + 2);
        _buffer[_position] = (byte)(bytes >> 8);
        _buffer[_position + 1] = (byte)bytes;
        _position += 2 + bytes;
    }

    internal void Write(byte[] bytes)
    {
        EnsureFree(bytes.Length);
        Buffer.BlockCopy(bytes, 0, _buffer, _position, bytes.Length);
        _position += bytes.Length;
    }

    /// <summary>Puts a byte and the length of what was written into the room in front.</summary>
    internal void PutHeader(byte first)
    {
        int end = _position;
        int length = end - _start;
        _position = _start -= length < 1 << 7 ? 2 : length < 1 << 14 ? 3 : length < 1 << 21 ? 4 : 5;
        WriteByte(first);
        WriteVarint((uint)length);
        _position = end;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void EnsureFree(int count)
    {
        if (_buffer.Length < _position + count)
            Grow(_position + count);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Grow(int capacity) => Array.Resize(ref _buffer, Math.Max(capacity, _buffer.Length * 2));
}
