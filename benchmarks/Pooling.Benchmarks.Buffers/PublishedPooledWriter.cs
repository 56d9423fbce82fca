namespace Pooling.Benchmarks.Buffers;

/// <summary>The published technique: one array of the shared pool, which doubles, and is kept unless a message made it too long.</summary>
internal sealed class PublishedPooledWriter(int initialCapacity, int mostRetained) : IDisposable
{
    private byte[] _array = ArrayPool<byte>.Shared.Rent(initialCapacity);
    private int _written;

    public ReadOnlySpan<byte> WrittenSpan => _array.AsSpan(0, _written);

    public ReadOnlyMemory<byte> WrittenMemory => _array.AsMemory(0, _written);

    public Span<byte> GetSpan(int sizeHint)
    {
        if (sizeHint > _array.Length - _written)
            MoveTo(Math.Max(_written + sizeHint, 2 * _array.Length));

        return _array.AsSpan(_written);
    }

    public void Advance(int count)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThan((uint)count, (uint)(_array.Length - _written), nameof(count));

        _written += count;
    }

    public void Write(ReadOnlySpan<byte> bytes)
    {
        bytes.CopyTo(GetSpan(bytes.Length));
        _written += bytes.Length;
    }

    public void Reset()
    {
        _written = 0;
        if (_array.Length > mostRetained)
            MoveTo(initialCapacity);
    }

    public void Dispose() => ArrayPool<byte>.Shared.Return(_array);

    private void MoveTo(int capacity)
    {
        byte[] array = ArrayPool<byte>.Shared.Rent(capacity);
        WrittenSpan.CopyTo(array);
        ArrayPool<byte>.Shared.Return(_array);
        _array = array;
    }
}
