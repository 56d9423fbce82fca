using System.Buffers;

namespace Pooling.WebSockets.Protocol;

/// <summary>An array pool that overwrites returned arrays, and detects second returns and later writes. Any thread.</summary>
internal sealed class PoisonPool : ArrayPool<byte>
{
    private const byte Poison = 0xDB;
    private const int MaxKept = 64;

    private readonly HashSet<byte[]> _rented = new(ReferenceEqualityComparer.Instance);
    private readonly Queue<byte[]> _returned = new();

    public int Outstanding
    {
        get
        {
            lock (_rented)
                return _rented.Count;
        }
    }

    public override byte[] Rent(int minimumLength)
    {
        byte[] array = new byte[Math.Max(16, minimumLength)];
        array.AsSpan().Fill(0xA5);
        lock (_rented)
            _rented.Add(array);

        return array;
    }

    public override void Return(byte[] array, bool clearArray = false)
    {
        lock (_rented)
        {
            Assert.True(_rented.Remove(array), "An array was returned that was not rented.");
            array.AsSpan().Fill(Poison);
            _returned.Enqueue(array);
            if (_returned.Count > MaxKept)
                Check(_returned.Dequeue());
        }
    }

    /// <summary>Asserts that all arrays were returned, and were not written to since.</summary>
    public void AssertClean()
    {
        lock (_rented)
        {
            Assert.Empty(_rented);
            foreach (byte[] array in _returned)
                Check(array);
        }
    }

    private static void Check(byte[] array) =>
        Assert.True(array.AsSpan().IndexOfAnyExcept(Poison) < 0, "An array was written to after it was returned.");
}
