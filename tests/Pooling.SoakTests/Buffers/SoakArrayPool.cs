using System.Buffers;
using System.Collections.Concurrent;

namespace Pooling.SoakTests.Buffers;

/// <summary>Returns the last returned array to the next renter immediately, overwritten, so that code that still reads it is
/// detected.</summary>
internal sealed class SoakArrayPool : ArrayPool<byte>
{
    private readonly ConcurrentBag<byte[]> _free = [];
    private int _outstanding;

    internal int Outstanding => Volatile.Read(ref _outstanding);

    public override byte[] Rent(int minimumLength)
    {
        Interlocked.Increment(ref _outstanding);
        return _free.TryTake(out byte[]? array) && array.Length >= minimumLength ? array : new byte[minimumLength];
    }

    public override void Return(byte[] array, bool clearArray = false)
    {
        array.AsSpan().Fill(0xDD);
        Interlocked.Decrement(ref _outstanding);
        _free.Add(array);
    }
}
