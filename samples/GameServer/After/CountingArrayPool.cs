using System.Buffers;

namespace Pooling.GameServer.After;

/// <summary>Keeps more arrays of a size than the shared pool does, and counts those that were rented and not returned.</summary>
internal sealed class CountingArrayPool : ArrayPool<byte>
{
    private readonly ArrayPool<byte> _arrays = Create(maxArrayLength: 1 << 17, maxArraysPerBucket: 1024);
    private long _rented;
    private long _outstanding;

    public long Rented => Volatile.Read(ref _rented);

    public long Outstanding => Volatile.Read(ref _outstanding);

    public override byte[] Rent(int minimumLength)
    {
        byte[] array = _arrays.Rent(minimumLength);
        Interlocked.Increment(ref _rented);
        Interlocked.Increment(ref _outstanding);
        return array;
    }

    public override void Return(byte[] array, bool clearArray = false)
    {
        _arrays.Return(array, clearArray);
        Interlocked.Decrement(ref _outstanding);
    }
}
