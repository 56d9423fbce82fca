namespace Pooling.Benchmarks.Buffers;

/// <summary>Measures the data that a channel of OPC UA writes, into the same writer for all contenders: three certificates, together 3.4
/// KB, after their length; a signature after 64 bytes (HMAC-SHA256, by a hash that the channel keeps); 100 Guids; and the keys of a
/// token.</summary>
public class SecureChannelBenchmarks : WriterBenchmarks
{
    private const int ChainLength = 1_342 + 1_127 + 968;
    private const int HashLength = HMACSHA256.HashSizeInBytes;
    private const int KeysLength = 80; // a signing key, an encryption key, and a vector
    private const int RoundedLength = 3 * HashLength;

    private readonly byte[][] _chain = [Bytes(1, 1_342), Bytes(2, 1_127), Bytes(3, 968)];
    private readonly byte[] _content = Bytes(0, 64);
    private readonly IncrementalHash _hash = IncrementalHash.CreateHMAC(HashAlgorithmName.SHA256, new byte[32]);
    private readonly Guid[] _guids = [.. Enumerable.Range(1, 100).Select(static i => new Guid(i * 7_654_321, (short)i, 3, new byte[8]))];
    private readonly byte[] _secret = Bytes(0, 32);
    private readonly byte[] _seed = Bytes(32, 32);
    private readonly byte[] _keys = new byte[KeysLength];
    private readonly BufferWriterPool _secrets = new(new BufferWriterPoolOptions { ClearOnReturn = true, InitialCapacity = RoundedLength });

    [Benchmark(Baseline = true), BenchmarkCategory("certificates"), Row("OPCREP-certificate-chains", Role.Before)]
    public ReadOnlyMemory<byte> ChainInNewArray() => WriteChain(new byte[ChainLength]);

    [Benchmark, BenchmarkCategory("certificates"), Row("OPCREP-certificate-chains", Role.Published)]
    public ReadOnlyMemory<byte> ChainInRentedArray()
    {
        byte[] blob = ArrayPool<byte>.Shared.Rent(ChainLength);
        ReadOnlyMemory<byte> message = WriteChain(blob.AsSpan(0, ChainLength));
        ArrayPool<byte>.Shared.Return(blob);
        return message;
    }

    [Benchmark, BenchmarkCategory("certificates"), Row("OPCREP-certificate-chains", Role.Ours)]
    public ReadOnlyMemory<byte> ChainInPlace()
    {
        Reset().WriteInt32LittleEndian(ChainLength);
        return Fill(Owned, _chain);
    }

    [Benchmark(Baseline = true), BenchmarkCategory("signature"), Row("OPCREP-signature-buffers", Role.Before)]
    public ReadOnlyMemory<byte> SignatureInNewArray() => Append(HashContent().GetHashAndReset());

    [Benchmark, BenchmarkCategory("signature"), Row("OPCREP-signature-buffers", Role.Published)]
    public ReadOnlyMemory<byte> SignatureInRentedArray()
    {
        byte[] signature = ArrayPool<byte>.Shared.Rent(HashLength);
        ReadOnlyMemory<byte> message = Append(signature.AsSpan(0, HashContent().GetHashAndReset(signature)));
        ArrayPool<byte>.Shared.Return(signature);
        return message;
    }

    [Benchmark, BenchmarkCategory("signature"), Row("OPCREP-signature-buffers", Role.Ours)]
    public ReadOnlyMemory<byte> SignatureInPlace()
    {
        Owned.Advance(HashContent().GetHashAndReset(Owned.GetSpan(HashLength)));
        return Owned.WrittenMemory;
    }

    [Benchmark(Baseline = true), BenchmarkCategory("Guids"), Row("OPCREP-guid-to-byte-array", Role.Before)]
    public ReadOnlyMemory<byte> ToByteArray()
    {
        Owned.ResetWrittenCount();
        foreach (Guid guid in _guids)
            Owned.Write(guid.ToByteArray());

        return Owned.WrittenMemory;
    }

    [Benchmark, BenchmarkCategory("Guids"), Row("OPCREP-guid-to-byte-array", Role.Published)]
    public ReadOnlyMemory<byte> TryWriteBytesToStack()
    {
        Owned.ResetWrittenCount();
        Span<byte> bytes = stackalloc byte[16];
        foreach (Guid guid in _guids)
        {
            guid.TryWriteBytes(bytes);
            Owned.Write(bytes);
        }

        return Owned.WrittenMemory;
    }

    [Benchmark, BenchmarkCategory("Guids"), Row("OPCREP-guid-to-byte-array", Role.Ours)]
    public ReadOnlyMemory<byte> WriteGuid()
    {
        Owned.ResetWrittenCount();
        foreach (Guid guid in _guids)
            Owned.WriteGuidLittleEndian(guid);

        return Owned.WrittenMemory;
    }

    [Benchmark(Baseline = true), BenchmarkCategory("keys"), Row("OPCREP-key-material", Role.Before)]
    public byte[] KeysInNewArray() => DeriveKeys(new byte[RoundedLength]);

    [Benchmark, BenchmarkCategory("keys"), Row("OPCREP-key-material", Role.Published)]
    public byte[] KeysInRentedArray()
    {
        byte[] material = ArrayPool<byte>.Shared.Rent(RoundedLength);
        DeriveKeys(material);
        ArrayPool<byte>.Shared.Return(material, clearArray: true); // keys must not be visible to others
        return _keys;
    }

    [Benchmark, BenchmarkCategory("keys"), Row("OPCREP-key-material", Role.Ours)]
    public byte[] KeysInOwnedArray()
    {
        using var owner = new PooledArray<byte>(RoundedLength, clearOnReturn: true);
        return DeriveKeys(owner.Span);
    }

    [Benchmark, BenchmarkCategory("keys"), Row("OPCREP-key-material", Role.Ours)]
    public byte[] KeysInRentedWriter()
    {
        using PooledLease<PooledArrayBufferWriter<byte>> lease = _secrets.Rent();
        return DeriveKeys(lease.Value.GetSpan(RoundedLength));
    }

    private static byte[] Bytes(int first, int count) => [.. Enumerable.Range(first, count).Select(static i => (byte)i)];

    private ReadOnlyMemory<byte> WriteChain(Span<byte> blob)
    {
        Span<byte> rest = blob;
        foreach (byte[] certificate in _chain)
        {
            certificate.CopyTo(rest);
            rest = rest[certificate.Length..];
        }

        Reset().WritePrefixedBytes(blob, LengthPrefix.Int32LittleEndian);
        return Owned.WrittenMemory;
    }

    private IncrementalHash HashContent()
    {
        Reset().Write(_content);
        _hash.AppendData(Owned.WrittenSpan);
        return _hash;
    }

    private ReadOnlyMemory<byte> Append(ReadOnlySpan<byte> signature)
    {
        Owned.Write(signature);
        return Owned.WrittenMemory;
    }

    // P_SHA256 (as in TLS 1.2) of two nonces. The channel takes the ownership of the keys.
    private byte[] DeriveKeys(Span<byte> material)
    {
        Span<byte> input = stackalloc byte[HashLength + _seed.Length]; // a link of the chain, and the seed
        Span<byte> link = input[..HashLength];
        _seed.CopyTo(input[HashLength..]);
        HMACSHA256.HashData(_secret, _seed, link);
        for (int made = 0; made < KeysLength; made += HashLength)
        {
            HMACSHA256.HashData(_secret, input, material[made..]);
            HMACSHA256.HashData(_secret, link, link);
        }

        material[..KeysLength].CopyTo(_keys);
        return _keys;
    }
}
