using System.Buffers;

namespace Pooling.Doubles;

/// <summary>A broken pool: one of its rentals gives nothing, or an array of another length than was asked for.
/// All arrays are full of foreign bytes.</summary>
internal sealed class LyingArrayPool : ArrayPool<byte>
{
    internal const byte Foreign = (byte)'F';

    private readonly int _lyingCall;
    private readonly Func<int, int?> _lie;
    private int _calls;

    /// <param name="lyingCall">Which rental, counted from 1.</param>
    /// <param name="lie">Makes the length of the one that was asked for; <see langword="null"/> for no array at all.</param>
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

        return _lie(minimumLength) is { } length ? NewForeign(length) : null!; // not on the books: nobody is to use it, nor to give it back
    }

    public override void Return(byte[] array, bool clearArray = false) => Inner.Return(array, clearArray);

    internal void AssertBalanced() => Inner.AssertBalanced();

    private static byte[] NewForeign(int length)
    {
        var array = new byte[length];
        array.AsSpan().Fill(Foreign);
        return array;
    }
}
