namespace Pooling.Benchmarks.Buffers;

/// <summary>A growing buffer of twenty lines, as users write it. It must be a single variable that is disposed once, which is not
/// checked.</summary>
internal struct ArrayPoolBytes(int capacity) : IDisposable
{
    private byte[] _array = ArrayPool<byte>.Shared.Rent(capacity);
    private int _count;

    internal readonly ReadOnlyMemory<byte> Written => _array.AsMemory(0, _count);

    public readonly void Dispose() => ArrayPool<byte>.Shared.Return(_array);

    internal void Write(ReadOnlySpan<byte> bytes)
    {
        if (bytes.Length > _array.Length - _count)
            Grow(bytes.Length);

        bytes.CopyTo(_array.AsSpan(_count));
        _count += bytes.Length;
    }

    private void Grow(int count)
    {
        byte[] longer = ArrayPool<byte>.Shared.Rent(Math.Max(_count + count, _array.Length * 2));
        _array.AsSpan(0, _count).CopyTo(longer);
        ArrayPool<byte>.Shared.Return(_array);
        _array = longer;
    }
}
