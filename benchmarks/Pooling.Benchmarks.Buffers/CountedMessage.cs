namespace Pooling.Benchmarks.Buffers;

/// <summary>A shared message with a reference count, as servers implement it, in an array of the shared pool. It does not check that each
/// holder releases it once.</summary>
/// <param name="message">The content, which is copied.</param>
/// <param name="holders">The number of holders that are known at the start.</param>
internal sealed class CountedMessage(ReadOnlySpan<byte> message, int holders = 1)
{
    private readonly byte[] _array = Copy(message);
    private readonly int _length = message.Length;
    private int _count = holders;

    internal ReadOnlyMemory<byte> Memory => _array.AsMemory(0, _length);

    internal void Retain() => Interlocked.Increment(ref _count);

    internal void Release()
    {
        if (Interlocked.Decrement(ref _count) == 0)
            ArrayPool<byte>.Shared.Return(_array);
    }

    private static byte[] Copy(ReadOnlySpan<byte> message)
    {
        byte[] array = ArrayPool<byte>.Shared.Rent(message.Length);
        message.CopyTo(array);
        return array;
    }
}
