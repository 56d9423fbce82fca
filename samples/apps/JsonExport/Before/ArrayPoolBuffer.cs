using System.Buffers;

namespace Pooling.JsonExport.Before;

/// <summary>The published technique: a buffer writer over a rented array, which the caller empties into the stream.</summary>
internal sealed class ArrayPoolBuffer : IBufferWriter<byte>, IDisposable
{
    /// <summary>As published.</summary>
    public const int InitialCapacity = 16 * 1024;

    private byte[] _array = ArrayPool<byte>.Shared.Rent(InitialCapacity);
    private int _written;

    public ReadOnlyMemory<byte> Written => _array.AsMemory(0, _written);

    public void Advance(int count) => _written += count;

    public Memory<byte> GetMemory(int sizeHint = 0)
    {
        if (_array.Length - _written < Math.Max(sizeHint, 1))
            Grow(sizeHint);

        return _array.AsMemory(_written);
    }

    public Span<byte> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;

    public void Clear() => _written = 0;

    public void Dispose() => ArrayPool<byte>.Shared.Return(_array);

    private void Grow(int sizeHint)
    {
        byte[] larger = ArrayPool<byte>.Shared.Rent(Math.Max(_written + sizeHint, _array.Length * 2));
        _array.AsSpan(0, _written).CopyTo(larger);
        ArrayPool<byte>.Shared.Return(_array);
        _array = larger;
    }
}
