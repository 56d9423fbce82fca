using Pooling.Buffers;

namespace Pooling.Benchmarks.Buffers.Codec;

/// <summary>An owner of a rented array each time: the variant that holds it gives it back.</summary>
internal readonly struct PooledArrays : IArraySource
{
    public object Copy<T>(ReadOnlySpan<T> numbers) where T : unmanaged
    {
        var owner = new PooledArray<T>(numbers.Length);
        numbers.CopyTo(owner.Span);
        return owner;
    }
}
