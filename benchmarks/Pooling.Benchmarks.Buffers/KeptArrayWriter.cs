namespace Pooling.Benchmarks.Buffers;

/// <summary>A packet writer as good applications implement it. It has one array of the shared pool that doubles, and is kept unless a
/// message made it too long; a position; and one check of the room for each field. A header of known length is written into room that is
/// reserved at the start.</summary>
internal sealed class KeptArrayWriter(int initialCapacity = 256, int maxRetained = int.MaxValue) : IDisposable
{
    private byte[] _buffer = ArrayPool<byte>.Shared.Rent(initialCapacity);
    private int _position;
    private int _start;

    internal ReadOnlyMemory<byte> Written => new(_buffer, _start, _position - _start);

    public void Dispose() => ArrayPool<byte>.Shared.Return(_buffer);

    internal void Reset(int headerRoom = 0)
    {
        _position = _start = headerRoom;
        if (_buffer.Length > maxRetained)
            MoveTo(initialCapacity);
    }

    internal Span<byte> GetSpan(int sizeHint)
    {
        EnsureFree(sizeHint);
        return _buffer.AsSpan(_position);
    }

    internal void Advance(int count)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThan((uint)count, (uint)(_buffer.Length - _position), nameof(count));

        _position += count;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void WriteByte(byte value)
    {
        EnsureFree(1);
        _buffer[_position++] = value;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void WriteUInt16(ushort value)
    {
        BinaryPrimitives.WriteUInt16BigEndian(GetSpan(2), value);
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
        BinaryPrimitives.WriteUInt16BigEndian(_buffer.AsSpan(_position), (ushort)bytes);
        _position += 2 + bytes;
    }

    internal void Write(ReadOnlySpan<byte> bytes)
    {
        bytes.CopyTo(GetSpan(bytes.Length));
        _position += bytes.Length;
    }

    internal void PutHeader(byte first)
    {
        int end = _position;
        int length = end - _start;
        _position = _start -= 1 + SizeOf(length);
        WriteByte(first);
        WriteVarint((uint)length);
        _position = end;
    }

    internal void PutLength()
    {
        int end = _position;
        int length = end - _start;
        _position = _start -= SizeOf(length);
        WriteVarint((uint)length);
        _position = end;
    }

    private static int SizeOf(int length) => length < 1 << 7 ? 1 : length < 1 << 14 ? 2 : length < 1 << 21 ? 3 : 4;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void EnsureFree(int count)
    {
        if (_buffer.Length < _position + count)
            MoveTo(Math.Max(_position + count, _buffer.Length * 2));
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void MoveTo(int capacity)
    {
        byte[] buffer = ArrayPool<byte>.Shared.Rent(capacity);
        _buffer.AsSpan(0, _position).CopyTo(buffer);
        ArrayPool<byte>.Shared.Return(_buffer);
        _buffer = buffer;
    }
}
