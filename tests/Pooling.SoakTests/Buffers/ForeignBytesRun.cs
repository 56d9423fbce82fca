namespace Pooling.SoakTests.Buffers;

/// <summary>A worker that creates text, and scans all data that is passed to it.</summary>
internal sealed class ForeignBytesRun
{
    private const int Longest = 256 * 1024;

    private readonly byte[] _text = new byte[Longest];

    internal ForeignBytesRun(ForeignBytesPools pools, int seed)
    {
        Pools = pools;
        Random = new Random(seed);
        for (int i = 0; i < Longest; i++)
            _text[i] = (byte)Random.Next(' ', '~');
    }

    internal ForeignBytesPools Pools { get; }

    internal Random Random { get; }

    internal byte[] Room { get; } = new byte[Longest];

    internal long Scanned { get; private set; }

    internal long Views { get; private set; }

    /// <summary>Returns text of any length: usually short, sometimes long enough to grow several times.</summary>
    internal ReadOnlySpan<byte> Text()
    {
        int most = Random.Next(8) switch { 0 => Longest, 1 or 2 => 8192, _ => 200 };
        return _text.AsSpan(Random.Next(100), Random.Next(most - 100));
    }

    internal ReadOnlySpan<byte> ShortText() => _text.AsSpan(Random.Next(100), Random.Next(50));

    internal void Scan(ReadOnlySpan<byte> view)
    {
        int at = view.IndexOf(TenantArrayPool.Foreign);
        SoakException.ThrowUnless(at < 0, $"A foreign byte at {at} of {view.Length}.");
        Scanned += view.Length;
        Views++;
    }
}
