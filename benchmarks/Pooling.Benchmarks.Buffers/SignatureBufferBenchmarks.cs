namespace Pooling.Benchmarks.Buffers;

/// <summary>A message of 64 bytes gets its signature appended: HMAC-SHA256, by a hash that the channel keeps.</summary>
public class SignatureBufferBenchmarks : WriterBenchmarks
{
    private readonly byte[] _content = [.. Enumerable.Range(0, 64).Select(static i => (byte)i)];
    private readonly IncrementalHash _hash = IncrementalHash.CreateHMAC(HashAlgorithmName.SHA256, new byte[32]);

    [Benchmark(Baseline = true), Row("OPCREP-signature-buffers", Role.Before)]
    public ReadOnlyMemory<byte> NewArrays() => Append(HashContent().GetHashAndReset());

    [Benchmark, Row("OPCREP-signature-buffers", Role.Published)]
    public ReadOnlyMemory<byte> RentedArrays()
    {
        byte[] signature = ArrayPool<byte>.Shared.Rent(HMACSHA256.HashSizeInBytes);
        ReadOnlyMemory<byte> message = Append(signature.AsSpan(0, HashContent().GetHashAndReset(signature)));
        ArrayPool<byte>.Shared.Return(signature);
        return message;
    }

    [Benchmark, Row("OPCREP-signature-buffers", Role.Ours)]
    public ReadOnlyMemory<byte> InPlace()
    {
        Owned.Advance(HashContent().GetHashAndReset(Owned.GetSpan(HMACSHA256.HashSizeInBytes)));
        return Owned.WrittenMemory;
    }

    [Benchmark, Row("OPCREP-signature-buffers", Role.Advice, "a span on the stack")]
    public ReadOnlyMemory<byte> OnTheStack()
    {
        Span<byte> signature = stackalloc byte[HMACSHA256.HashSizeInBytes];
        HashContent().GetHashAndReset(signature);
        return Append(signature);
    }

    private IncrementalHash HashContent()
    {
        Owned.ResetWrittenCount(); // as if the message before had been sent
        Owned.Write(_content);
        _hash.AppendData(Owned.WrittenSpan);
        return _hash;
    }

    private ReadOnlyMemory<byte> Append(ReadOnlySpan<byte> signature)
    {
        Owned.Write(signature);
        return Owned.WrittenMemory;
    }
}
