using System.Buffers;
using System.Numerics;

namespace Pooling.GameServer.After;

/// <summary>An array pool that keeps more arrays of a size than the shared pool, counts the rented arrays, and drops arrays that were not
/// needed recently, so that a short peak does not occupy memory permanently.</summary>
/// <remarks>Any thread.</remarks>
internal sealed class CountingArrayPool : ArrayPool<byte>
{
    private const int Shortest = 4; // as a power of two
    private const int Longest = 17;
    private const int MaxOfASize = 1024;
    private const int MinOfASize = 8; // 2 MB for all sizes, so that small peaks do not allocate
    private const long TrimMilliseconds = 10_000;

    private readonly ArrayStack[] _sizes = [.. Enumerable.Range(0, Longest - Shortest + 1).Select(static _ => new ArrayStack(MaxOfASize))];
    private long _trimmed;
    private long _rented;
    private long _outstanding;

    public long Rented => Volatile.Read(ref _rented);

    public long Outstanding => Volatile.Read(ref _outstanding);

    /// <summary>The size of the idle arrays in bytes.</summary>
    public long RetainedBytes => _sizes.Sum(static size => size.RetainedBytes);

    public override byte[] Rent(int minimumLength)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(minimumLength);

        Interlocked.Increment(ref _rented);
        Interlocked.Increment(ref _outstanding);
        int size = SizeOf(minimumLength);
        if (size >= _sizes.Length)
            return new byte[minimumLength];

        return _sizes[size].TryPop(out byte[]? array) ? array : new byte[1 << (size + Shortest)];
    }

    public override void Return(byte[] array, bool clearArray = false)
    {
        Interlocked.Decrement(ref _outstanding);
        if (clearArray)
            Array.Clear(array);

        int size = SizeOf(array.Length);
        if (size < _sizes.Length && array.Length == 1 << (size + Shortest))
            _sizes[size].Push(array);
    }

    /// <summary>Drops arrays that were not needed since the previous call, every ten seconds. One thread at a time.</summary>
    /// <param name="now">The current time in milliseconds.</param>
    public void Trim(long now)
    {
        if (now - _trimmed < TrimMilliseconds)
            return;

        _trimmed = now;
        foreach (ArrayStack size in _sizes)
            size.Trim(MinOfASize);
    }

    private static int SizeOf(int length) => length <= 1 << Shortest ? 0 : BitOperations.Log2((uint)length - 1) + 1 - Shortest;
}
