using System.Buffers;

namespace Pooling.Benchmarks.Buffers;

/// <summary>What servers write by hand to share a message: a memory owner and a count of its holders. It trusts each to end once.</summary>
internal sealed class CountedMessage
{
    private readonly IMemoryOwner<byte> _owner;
    private readonly int _length;
    private int _count = 1;

    internal CountedMessage(ReadOnlySpan<byte> content)
    {
        _owner = MemoryPool<byte>.Shared.Rent(content.Length);
        _length = content.Length;
        content.CopyTo(_owner.Memory.Span);
    }

    internal ReadOnlyMemory<byte> Memory => _owner.Memory.Slice(0, _length);

    internal void Retain() => Interlocked.Increment(ref _count);

    internal void Release()
    {
        if (Interlocked.Decrement(ref _count) == 0)
            _owner.Dispose();
    }
}
