using System.Buffers;
using System.Collections.Concurrent;

namespace Pooling.SoakTests.Buffers;

/// <summary>Hands the last array that came back to the next renter at once, overwritten, so that whoever still reads it notices.</summary>
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
