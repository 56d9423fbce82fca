using System.Buffers;

namespace Pooling.Benchmarks.Buffers;

/// <summary>The published technique: a writer over one array of the shared pool, which doubles, and which keeps its array from one message
/// to the next unless that became too long.</summary>
internal sealed class PublishedPooledWriter(int initialCapacity, int mostRetained) : IBufferWriter<byte>, IDisposable
{
    private byte[] _array = ArrayPool<byte>.Shared.Rent(initialCapacity);
    private int _written;

    public ReadOnlySpan<byte> WrittenSpan => _array.AsSpan(0, _written);

    public ReadOnlyMemory<byte> WrittenMemory => _array.AsMemory(0, _written);

    public Memory<byte> GetMemory(int sizeHint = 0)
    {
        EnsureRoom(sizeHint);
        return _array.AsMemory(_written);
    }

    public Span<byte> GetSpan(int sizeHint = 0)
    {
        EnsureRoom(sizeHint);
        return _array.AsSpan(_written);
    }

    public void Advance(int count)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(count);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(count, _array.Length - _written);

        _written += count;
    }

    public void Write(ReadOnlySpan<byte> bytes)
    {
        EnsureRoom(bytes.Length);
        bytes.CopyTo(_array.AsSpan(_written));
        _written += bytes.Length;
    }

    public void Reset()
    {
        _written = 0;
        if (_array.Length <= mostRetained)
            return;

        ArrayPool<byte>.Shared.Return(_array);
        _array = ArrayPool<byte>.Shared.Rent(initialCapacity);
    }

    public void Dispose()
    {
        if (_array.Length > 0)
            ArrayPool<byte>.Shared.Return(_array);

        _array = [];
        _written = 0;
    }

    private void EnsureRoom(int sizeHint)
    {
        int needed = _written + Math.Max(sizeHint, 1);
        if (needed > _array.Length)
            Grow(needed);
    }

    private void Grow(int needed)
    {
        byte[] larger = ArrayPool<byte>.Shared.Rent(Math.Max(needed, 2 * _array.Length));
        WrittenSpan.CopyTo(larger);
        ArrayPool<byte>.Shared.Return(_array);
        _array = larger;
    }
}
