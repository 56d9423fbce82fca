namespace Pooling.Benchmarks.Buffers;

/// <summary>A shared message with a reference count, as servers implement it. It does not check that each holder releases it
/// once.</summary>
internal sealed class CountedMessage
{
    private readonly IMemoryOwner<byte> _owner;
    private readonly int _length;
    private int _count = 1;

    internal CountedMessage(ReadOnlySpan<byte> message)
    {
        _owner = MemoryPool<byte>.Shared.Rent(message.Length);
        _length = message.Length;
        message.CopyTo(_owner.Memory.Span);
    }

    internal ReadOnlyMemory<byte> Memory => _owner.Memory.Slice(0, _length);

    internal void Retain() => Interlocked.Increment(ref _count);

    internal void Release()
    {
        if (Interlocked.Decrement(ref _count) == 0)
            _owner.Dispose();
    }
}
