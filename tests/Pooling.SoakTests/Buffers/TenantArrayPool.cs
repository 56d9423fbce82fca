using System.Buffers;
using System.Collections.Concurrent;
using System.Numerics;

namespace Pooling.SoakTests.Buffers;

/// <summary>A pool that keeps arrays. Each is full of another user's bytes whenever it is rented.</summary>
/// <param name="requireCleared">Whether written data must be cleared before an array is returned.</param>
internal sealed class TenantArrayPool(bool requireCleared) : ArrayPool<byte>
{
    /// <summary>The byte that no soak test writes itself.</summary>
    internal const byte Foreign = 0xA5;

    private readonly ConcurrentBag<byte[]>[] _kept = [.. Enumerable.Range(0, 31).Select(static _ => new ConcurrentBag<byte[]>())];
    private long _out;

    /// <summary>Gets the number of rented arrays.</summary>
    internal long Out => Interlocked.Read(ref _out);

    public override byte[] Rent(int minimumLength)
    {
        Interlocked.Increment(ref _out);
        int power = BitOperations.Log2(BitOperations.RoundUpToPowerOf2((uint)Math.Max(minimumLength, 16)));
        if (_kept[power].TryTake(out byte[]? array))
            return array;

        array = new byte[1 << power];
        Array.Fill(array, Foreign);
        return array;
    }

    public override void Return(byte[] array, bool clearArray = false)
    {
        SoakException.ThrowUnless(
            !requireCleared || array.AsSpan().IndexOfAnyExcept(Foreign, (byte)0) < 0,
            "A writer that clears returned an array with content.");
        Array.Fill(array, Foreign);
        Interlocked.Decrement(ref _out);
        _kept[BitOperations.Log2((uint)array.Length)].Add(array);
    }
}
