namespace Pooling.Benchmarks.Buffers.Codec;

/// <summary>A new array each time.</summary>
internal readonly struct NewArrays : IArraySource
{
    public object Copy<T>(ReadOnlySpan<T> numbers) where T : unmanaged => numbers.ToArray();
}
