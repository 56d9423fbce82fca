using System.Buffers;

namespace Pooling.Doubles;

/// <summary>Rents arrays full of <see cref="Canary"/>, as if somebody's secrets were left in them; keeps a copy of what comes back, and
/// fills the array with <see cref="Poison"/> then, so that a late use shows.</summary>
internal sealed class CanaryArrayPool : ArrayPool<byte>
{
    internal const byte Canary = 0xA5;
    internal const byte Poison = 0xDD;

    private readonly CountingArrayPool<byte> _books = new();

    internal CanaryArrayPool() => _books.OnReturn = array =>
    {
        CameBack.Add((byte[])array.Clone());
        Fill(array, Poison);
    };

    /// <summary>The content of each array as it came back.</summary>
    internal List<byte[]> CameBack { get; } = [];

    public override byte[] Rent(int minimumLength)
    {
        byte[] array = _books.Rent(minimumLength);
        Fill(array, Canary);
        return array;
    }

    public override void Return(byte[] array, bool clearArray = false) => _books.Return(array, clearArray);

    internal void AssertBalanced() => _books.AssertBalanced();

    private static void Fill(byte[] array, byte value) => array.AsSpan().Fill(value);
}
