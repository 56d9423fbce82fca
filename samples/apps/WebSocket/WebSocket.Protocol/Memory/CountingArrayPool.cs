using System.Buffers;

namespace WebSockets.Protocol.Memory;

/// <summary>Counts the arrays of another pool that were rented and not returned. Any thread.</summary>
internal sealed class CountingArrayPool(ArrayPool<byte> inner) : ArrayPool<byte>
{
    private long _arrays;
    private long _bytes;

    public long Arrays => Volatile.Read(ref _arrays);

    public long Bytes => Volatile.Read(ref _bytes);

    public override byte[] Rent(int minimumLength)
    {
        byte[] array = inner.Rent(minimumLength);
        Interlocked.Increment(ref _arrays);
        Interlocked.Add(ref _bytes, array.Length);
        return array;
    }

    public override void Return(byte[] array, bool clearArray = false)
    {
        Interlocked.Decrement(ref _arrays);
        Interlocked.Add(ref _bytes, -array.Length);
        inner.Return(array, clearArray);
    }
}
