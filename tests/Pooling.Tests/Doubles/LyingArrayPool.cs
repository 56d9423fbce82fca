using System.Buffers;

namespace Pooling.Doubles;

/// <summary>A broken pool. One of its rentals returns null, or an array of an unexpected length. All arrays are full of foreign
/// bytes.</summary>
internal sealed class LyingArrayPool : ArrayPool<byte>
{
    internal const byte Foreign = (byte)'F';

    private readonly int _lyingCall;
    private readonly Func<int, int?> _lie;
    private int _calls;

    /// <param name="lyingCall">The number of the rental, counted from 1.</param>
    /// <param name="lie">Returns the length for the requested length; <see langword="null"/> for no array at all.</param>
    internal LyingArrayPool(int lyingCall, Func<int, int?> lie)
    {
        _lyingCall = lyingCall;
        _lie = lie;
        Inner.OnRented = static array => array.AsSpan().Fill(Foreign);
    }

    internal CountingArrayPool<byte> Inner { get; } = new();

    internal bool HasLied => _calls >= _lyingCall;

    public override byte[] Rent(int minimumLength)
    {
        if (++_calls != _lyingCall)
            return Inner.Rent(minimumLength);

        return _lie(minimumLength) is { } length ? NewForeign(length) : null!; // not recorded, because it must not be used or returned
    }

    public override void Return(byte[] array, bool clearArray = false) => Inner.Return(array, clearArray);

    internal void AssertAllReturned() => Inner.AssertAllReturned();

    private static byte[] NewForeign(int length)
    {
        var array = new byte[length];
        array.AsSpan().Fill(Foreign);
        return array;
    }
}
