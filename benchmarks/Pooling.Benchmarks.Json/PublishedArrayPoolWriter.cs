namespace Pooling.Benchmarks.Json;

/// <summary>The technique of the published writers: an array of the shared pool, of 16 KB at first and doubled when it is full, that its
/// user empties into a stream.</summary>
/// <param name="isCleared">Whether what was written is overwritten with zeros when it is moved, when the array grows, and at the end. The
/// source of the ODATA rows does so.</param>
internal sealed class PublishedArrayPoolWriter(bool isCleared) : IBufferWriter<byte>, IDisposable
{
    internal const int Capacity = 16 * 1024;

    private byte[] _array = ArrayPool<byte>.Shared.Rent(Capacity);
    private int _written;

    internal ReadOnlySpan<byte> WrittenSpan => _array.AsSpan(0, _written);

    public void Advance(int count) => _written += count;

    public Memory<byte> GetMemory(int sizeHint = 0)
    {
        int needed = sizeHint == 0 ? 256 : sizeHint;
        if (_array.Length - _written < needed)
            Grow(needed);

        return _array.AsMemory(_written);
    }

    public Span<byte> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;

    internal void MoveTo(Stream stream)
    {
        stream.Write(_array, 0, _written);
        Clear();
        _written = 0;
    }

    public void Dispose()
    {
        Clear();
        ArrayPool<byte>.Shared.Return(_array);
    }

    private void Grow(int needed)
    {
        byte[] larger = ArrayPool<byte>.Shared.Rent(_array.Length + Math.Max(needed, _array.Length));
        WrittenSpan.CopyTo(larger);
        Dispose();
        _array = larger;
    }

    private void Clear()
    {
        if (isCleared)
            _array.AsSpan(0, _written).Clear();
    }
}
