using System.Buffers;
using System.Security.Cryptography;
using BenchmarkDotNet.Attributes;
using Pooling.Buffers;

namespace Pooling.Benchmarks.Buffers;

/// <summary>A message of 64 bytes gets its signature appended: HMAC-SHA256, by a hash that the channel keeps.</summary>
public class SignatureBufferBenchmarks
{
    private const int SignatureLength = HMACSHA256.HashSizeInBytes;

    private readonly byte[] _content = [.. Enumerable.Range(0, 64).Select(static i => (byte)i)];
    private readonly IncrementalHash _hash = IncrementalHash.CreateHMAC(HashAlgorithmName.SHA256, new byte[32]);
    private readonly PooledArrayBufferWriter<byte> _message = new();

    [GlobalCleanup]
    public void Cleanup()
    {
        _message.Dispose();
        _hash.Dispose();
    }

    [Benchmark(Baseline = true), Row("OPCREP-signature-buffers", Role.Before)]
    public ReadOnlyMemory<byte> NewArrays()
    {
        Begin();
        byte[] signature = _hash.GetHashAndReset();
        _message.Write(signature);
        return _message.WrittenMemory;
    }

    [Benchmark, Row("OPCREP-signature-buffers", Role.Published)]
    public ReadOnlyMemory<byte> RentedArrays()
    {
        Begin();
        byte[] signature = ArrayPool<byte>.Shared.Rent(SignatureLength);
        _hash.GetHashAndReset(signature);
        _message.Write(signature.AsSpan(0, SignatureLength));
        ArrayPool<byte>.Shared.Return(signature);
        return _message.WrittenMemory;
    }

    [Benchmark, Row("OPCREP-signature-buffers", Role.Ours)]
    public ReadOnlyMemory<byte> InPlace()
    {
        Begin();
        _message.Advance(_hash.GetHashAndReset(_message.GetSpan(SignatureLength)));
        return _message.WrittenMemory;
    }

    [Benchmark, Row("OPCREP-signature-buffers", Role.Advice, "a span on the stack")]
    public ReadOnlyMemory<byte> OnTheStack()
    {
        Begin();
        Span<byte> signature = stackalloc byte[SignatureLength];
        _hash.GetHashAndReset(signature);
        _message.Write(signature);
        return _message.WrittenMemory;
    }

    private void Begin()
    {
        _message.ResetWrittenCount(); // as if the message before had been sent
        _message.Write(_content);
        _hash.AppendData(_message.WrittenSpan);
    }
}
