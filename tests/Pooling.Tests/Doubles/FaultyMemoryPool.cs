using System.Buffers;

namespace Pooling.Doubles;

/// <summary>A memory pool that throws on chosen calls, before or after they did their work, with a pattern in all memory.</summary>
/// <param name="arrays">The pool that provides the memory, and decides which call throws.</param>
internal sealed class FaultyMemoryPool<T>(FaultyArrayPool<T> arrays) : MemoryPool<T>
{
    private const int DefaultLength = 4096;

    /// <inheritdoc/>
    public override int MaxBufferSize => int.MaxValue;

    /// <inheritdoc/>
    public override IMemoryOwner<T> Rent(int minBufferSize = -1) =>
        new Owner(arrays, arrays.Rent(minBufferSize < 0 ? DefaultLength : minBufferSize));

    /// <inheritdoc/>
    protected override void Dispose(bool disposing)
    {
    }

    // A second disposal reaches the array pool, which counts it as a wrong return.
    private sealed class Owner(FaultyArrayPool<T> arrays, T[] array) : IMemoryOwner<T>
    {
        public Memory<T> Memory => array;

        public void Dispose() => arrays.Return(array);
    }
}
