using Pooling.Doubles;

namespace Pooling.Json;

/// <summary>Creates array pools whose arrays contain invalid JSON before they are rented and after they are returned.</summary>
internal static class SpoiledArrays
{
    internal static CountingArrayPool<byte> Create() => new() { OnRented = Spoil, OnReturned = Spoil };

    /// <summary>Makes one future rental throw, counted from 1.</summary>
    internal static void ThrowAtRent(CountingArrayPool<byte> arrays, int rental) => arrays.OnRent = _ =>
    {
        if (--rental == 0)
            throw new InjectedFaultException("Rent");
    };

    /// <summary>Makes one future return throw, counted from 1. The pool accepts the array nevertheless.</summary>
    internal static void ThrowAtReturn(CountingArrayPool<byte> arrays, int returned) => arrays.OnReturned = array =>
    {
        Spoil(array);
        if (--returned == 0)
            throw new InjectedFaultException("Return");
    };

    private static void Spoil(byte[] array) => array.AsSpan().Fill(0xEE);
}
