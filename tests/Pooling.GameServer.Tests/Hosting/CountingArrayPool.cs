using System.Buffers;

namespace Pooling.GameServer.Hosting;

/// <summary>Counts the arrays that were rented and not returned.</summary>
internal sealed class CountingArrayPool : ArrayPool<byte>
{
    private readonly ArrayPool<byte> _arrays = Create();
    private long _rented;
    private long _outstanding;

    public long Rented => Volatile.Read(ref _rented);

    public long Outstanding => Volatile.Read(ref _outstanding);

    public override byte[] Rent(int minimumLength)
    {
        Interlocked.Increment(ref _rented);
        Interlocked.Increment(ref _outstanding);
        return _arrays.Rent(minimumLength);
    }

    public override void Return(byte[] array, bool clearArray = false)
    {
        Interlocked.Decrement(ref _outstanding);
        _arrays.Return(array, clearArray);
    }
}
