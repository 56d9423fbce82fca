using System.Buffers;

namespace Pooling.Benchmarks.Json;

/// <summary>The technique of the published array-pool export: a buffer writer over a rented array that its user
/// empties into the stream.</summary>
/// <remarks>The published export clears it before the JSON writer's pending bytes are flushed; here they are flushed first.</remarks>
internal sealed class PublishedArrayPoolWriter(int capacity) : IBufferWriter<byte>, IDisposable
{
    private byte[] _array = ArrayPool<byte>.Shared.Rent(capacity);
    private int _written;

    internal int WrittenCount => _written;

    internal ReadOnlyMemory<byte> WrittenMemory => _array.AsMemory(0, _written);

    public void Advance(int count) => _written += count;

    public Memory<byte> GetMemory(int sizeHint = 0)
    {
        if (_array.Length - _written < Math.Max(sizeHint, 1))
            Grow(sizeHint);

        return _array.AsMemory(_written);
    }

    public Span<byte> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;

    internal void CopyTo(Stream stream)
    {
        stream.Write(_array, 0, _written);
        _written = 0;
    }

    public void Dispose() => ArrayPool<byte>.Shared.Return(_array);

    private void Grow(int sizeHint)
    {
        byte[] larger = ArrayPool<byte>.Shared.Rent(Math.Max(_written + sizeHint, _array.Length * 2));
        _array.AsSpan(0, _written).CopyTo(larger);
        ArrayPool<byte>.Shared.Return(_array);
        _array = larger;
    }
}
