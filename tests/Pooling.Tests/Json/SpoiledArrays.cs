using Pooling.Doubles;

namespace Pooling.Json;

/// <summary>Array pools whose arrays hold what is no JSON, before they are given out and once they are back.</summary>
internal static class SpoiledArrays
{
    internal static CountingArrayPool<byte> Create() => new() { OnRented = Spoil, OnReturn = Spoil };

    /// <summary>Makes one rental throw, counted from 1, from now on.</summary>
    internal static void ThrowAtRent(CountingArrayPool<byte> arrays, int rental) => arrays.OnRent = _ =>
    {
        if (--rental == 0)
            throw new InjectedFaultException("Rent");
    };

    /// <summary>Makes one return throw, counted from 1, from now on. The pool takes the array back all the same.</summary>
    internal static void ThrowAtReturn(CountingArrayPool<byte> arrays, int returned) => arrays.OnReturn = array =>
    {
        Spoil(array);
        if (--returned == 0)
            throw new InjectedFaultException("Return");
    };

    private static void Spoil(byte[] array) => array.AsSpan().Fill(0xEE);
}
