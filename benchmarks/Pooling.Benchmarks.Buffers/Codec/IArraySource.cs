namespace Pooling.Benchmarks.Buffers.Codec;

/// <summary>Where a decoder gets its arrays from. Implemented by structs, so that the calls are compiled for each.</summary>
internal interface IArraySource
{
    /// <returns>An array with these numbers, or the owner of one.</returns>
    object Copy<T>(ReadOnlySpan<T> numbers) where T : unmanaged;
}
