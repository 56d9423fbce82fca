namespace Pooling.Benchmarks.Buffers;

/// <summary>A token's renewal: P_SHA256 (as in TLS 1.2) makes 80 bytes of two nonces, which the channel then takes over: a key that signs,
/// one that encrypts, and a vector. What is pooled is cleared before others get it.</summary>
public class KeyMaterialBenchmarks
{
    private const int HashLength = HMACSHA256.HashSizeInBytes;
    private const int MaterialLength = 80;
    private const int RoundedLength = 3 * HashLength;

    private readonly byte[] _secret = [.. Enumerable.Range(0, 32).Select(static i => (byte)i)];
    private readonly byte[] _seed = [.. Enumerable.Range(32, 32).Select(static i => (byte)i)];
    private readonly byte[] _keys = new byte[MaterialLength];

    [Benchmark(Baseline = true), Row("OPCREP-key-material", Role.Before)]
    public byte[] NewArrays() => Derive(new byte[RoundedLength]);

    [Benchmark, Row("OPCREP-key-material", Role.Published)]
    public byte[] RentedArrays()
    {
        byte[] material = ArrayPool<byte>.Shared.Rent(RoundedLength);
        Derive(material);
        ArrayPool<byte>.Shared.Return(material, clearArray: true);
        return _keys;
    }

    [Benchmark, Row("OPCREP-key-material", Role.Ours)]
    public byte[] OwnedArray()
    {
        using var owner = new PooledArray<byte>(RoundedLength, clearOnReturn: true);
        return Derive(owner.Span);
    }

    [Benchmark, Row("OPCREP-key-material", Role.Advice, "a span on the stack, cleared")]
    public byte[] OnTheStack()
    {
        Span<byte> material = stackalloc byte[RoundedLength];
        Derive(material);
        CryptographicOperations.ZeroMemory(material);
        return _keys;
    }

    private byte[] Derive(Span<byte> material)
    {
        Span<byte> input = stackalloc byte[HashLength + _seed.Length]; // a link of the chain, and the seed
        Span<byte> link = input[..HashLength];
        _seed.CopyTo(input[HashLength..]);
        HMACSHA256.HashData(_secret, _seed, link);
        for (int made = 0; made < MaterialLength; made += HashLength)
        {
            HMACSHA256.HashData(_secret, input, material[made..]);
            HMACSHA256.HashData(_secret, link, link);
        }

        material[..MaterialLength].CopyTo(_keys);
        return _keys;
    }
}
