using System.Buffers;
using Pooling.Doubles;

namespace Pooling.Json;

/// <summary>An array pool that gives exact powers of two, marks what comes back, refuses what is not its own, and throws when told to.</summary>
/// <remarks>For one thread at a time.</remarks>
internal sealed class CountingArrays : ArrayPool<byte>
{
    private const byte Returned = 0xEE;

    private readonly HashSet<byte[]> _out = [];
    private int _rents;

    /// <summary>The arrays rented and not returned.</summary>
    internal int Out => _out.Count;

    /// <summary>The bytes of these.</summary>
    internal long BytesOut { get; private set; }

    internal long MostBytesOut { get; private set; }

    internal int Rents => _rents;

    /// <summary>The rent that throws, counted from 1; 0 for none.</summary>
    internal int ThrowAt { get; set; }

    /// <summary>The return that throws and loses the array, counted from 1; 0 for none.</summary>
    internal int ThrowAtReturn { get; set; }

    internal int Returns { get; private set; }

    public override byte[] Rent(int minimumLength)
    {
        if (++_rents == ThrowAt)
            throw new InjectedFaultException(nameof(Rent));

        int length = 16;
        while (length < minimumLength)
            length *= 2;

        byte[] array = new byte[length];
        array.AsSpan().Fill(Returned); // as the last user may have left it
        _out.Add(array);
        BytesOut += length;
        MostBytesOut = Math.Max(MostBytesOut, BytesOut);
        return array;
    }

    public override void Return(byte[] array, bool clearArray = false)
    {
        Assert.True(_out.Remove(array), "The array was returned before, or comes from elsewhere.");
        BytesOut -= array.Length;
        if (++Returns == ThrowAtReturn)
            throw new InjectedFaultException(nameof(Return));

        array.AsSpan().Fill(Returned); // whoever still reads it gets what is no JSON
    }
}
