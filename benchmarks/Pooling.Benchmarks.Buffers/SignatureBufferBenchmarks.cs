using System.Buffers;
using System.Security.Cryptography;
using BenchmarkDotNet.Attributes;
using Pooling.Buffers;

namespace Pooling.Benchmarks.Buffers;

/// <summary>A message of 64 bytes gets its signature (HMAC-SHA256, by a hash that the channel keeps) appended. The message is the same
/// writer in all contenders.</summary>
public class SignatureBufferBenchmarks
{
    private const int Operations = 20;
    private const int SignatureLength = HMACSHA256.HashSizeInBytes;

    private readonly byte[] _content = new byte[64];
    private readonly HMACSHA256 _hash;
    private readonly PooledArrayBufferWriter<byte> _message = new();

    public SignatureBufferBenchmarks()
    {
        byte[] key = new byte[SignatureLength];
        new Random(1).NextBytes(key);
        new Random(2).NextBytes(_content);
        _hash = new HMACSHA256(key);
    }

    [GlobalCleanup]
    public void Cleanup()
    {
        _message.Dispose();
        _hash.Dispose();
    }

    /// <summary>The hash wants an array, and gives one.</summary>
    [Benchmark(Baseline = true, OperationsPerInvoke = Operations)]
    [Row("OPCREP-signature-buffers", Role.Before)]
    public ReadOnlyMemory<byte> NewArrays()
    {
        PooledArrayBufferWriter<byte> message = _message;
        for (int i = 0; i < Operations; i++)
        {
            Begin(message);
            byte[] content = message.WrittenSpan.ToArray();
            byte[] signature = _hash.ComputeHash(content);
            message.Write(signature);
        }

        return message.WrittenMemory;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("OPCREP-signature-buffers", Role.Published)]
    public ReadOnlyMemory<byte> RentedArrays()
    {
        PooledArrayBufferWriter<byte> message = _message;
        for (int i = 0; i < Operations; i++)
        {
            Begin(message);
            byte[] signature = ArrayPool<byte>.Shared.Rent(SignatureLength);
            _hash.TryComputeHash(message.WrittenSpan, signature, out int length);
            message.Write(signature.AsSpan(0, length));
            ArrayPool<byte>.Shared.Return(signature);
        }

        return message.WrittenMemory;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("OPCREP-signature-buffers", Role.Ours)]
    public ReadOnlyMemory<byte> InPlace()
    {
        PooledArrayBufferWriter<byte> message = _message;
        for (int i = 0; i < Operations; i++)
        {
            Begin(message);

            // Room first: growing would move what was written.
            Span<byte> signature = message.GetSpan(SignatureLength);
            _hash.TryComputeHash(message.WrittenSpan, signature, out int length);
            message.Advance(length);
        }

        return message.WrittenMemory;
    }

    private void Begin(PooledArrayBufferWriter<byte> message)
    {
        message.ResetWrittenCount(); // as if the message before had been sent
        message.Write(_content);
    }
}
