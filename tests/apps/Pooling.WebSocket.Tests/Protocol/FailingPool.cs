using System.Buffers;

namespace Pooling.WebSockets.Protocol;

/// <summary>An array pool that fails once. For one thread at a time.</summary>
/// <param name="inner">The pool for arrays.</param>
/// <param name="succeeding">The number of successful rentals before the one that fails.</param>
internal sealed class FailingPool(ArrayPool<byte> inner, int succeeding) : ArrayPool<byte>
{
    private int _left = succeeding;

    public bool HasFailed => _left < 0;

    public override byte[] Rent(int minimumLength) =>
        --_left == -1 ? throw new InsufficientMemoryException() : inner.Rent(minimumLength);

    public override void Return(byte[] array, bool clearArray = false) => inner.Return(array, clearArray);
}
