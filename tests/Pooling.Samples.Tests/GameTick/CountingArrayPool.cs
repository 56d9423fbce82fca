using System.Buffers;

namespace Pooling.Samples.GameTick;

/// <summary>An array pool that counts the arrays that are rented.</summary>
internal sealed class CountingArrayPool : ArrayPool<byte>
{
    private int _rented;

    public int Rented => Volatile.Read(ref _rented); // pairs with the counting of any thread

    public override byte[] Rent(int minimumLength)
    {
        Interlocked.Increment(ref _rented);
        return new byte[minimumLength];
    }

    public override void Return(byte[] array, bool clearArray = false) => Interlocked.Decrement(ref _rented);
}
