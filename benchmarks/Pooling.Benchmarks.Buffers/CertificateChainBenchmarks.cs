using System.Buffers;
using BenchmarkDotNet.Attributes;
using Pooling.Buffers;

namespace Pooling.Benchmarks.Buffers;

/// <summary>A chain of three certificates goes into the header of an asymmetric message, behind its length, and is split again by who reads
/// it. The message is the same writer in all contenders.</summary>
public class CertificateChainBenchmarks
{
    private const int Operations = 20;

    private static readonly int[] s_lengths = [1_342, 1_127, 968];

    private readonly PooledArrayBufferWriter<byte> _message = new(initialCapacity: 8192);
    private readonly byte[][] _chain;
    private int _sum;

    public CertificateChainBenchmarks()
    {
        var random = new Random(1);
        _chain = [.. s_lengths.Select(length =>
        {
            byte[] certificate = new byte[length];
            random.NextBytes(certificate);
            return certificate;
        })];
    }

    [GlobalCleanup]
    public void Cleanup() => _message.Dispose();

    /// <summary>One array for the chain, and one for each certificate that is read.</summary>
    [Benchmark(Baseline = true, OperationsPerInvoke = Operations)]
    [Row("OPCREP-certificate-chains", Role.Before)]
    public ReadOnlyMemory<byte> NewArrays()
    {
        PooledArrayBufferWriter<byte> message = _message;
        for (int i = 0; i < Operations; i++)
        {
            byte[] blob = new byte[ChainLength()];
            Join(blob);
            message.ResetWrittenCount();
            message.WriteInt32LittleEndian(blob.Length);
            message.Write(blob);

            ReadOnlySpan<byte> rest = message.WrittenSpan[sizeof(int)..];
            foreach (byte[] certificate in _chain)
            {
                byte[] read = rest[..certificate.Length].ToArray();
                _sum += read[^1];
                rest = rest[read.Length..];
            }
        }

        return message.WrittenMemory;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("OPCREP-certificate-chains", Role.Published)]
    public ReadOnlyMemory<byte> RentedArrays()
    {
        PooledArrayBufferWriter<byte> message = _message;
        for (int i = 0; i < Operations; i++)
        {
            int length = ChainLength();
            byte[] blob = ArrayPool<byte>.Shared.Rent(length);
            Join(blob);
            message.ResetWrittenCount();
            message.WriteInt32LittleEndian(length);
            message.Write(blob.AsSpan(0, length));
            ArrayPool<byte>.Shared.Return(blob);

            ReadOnlySpan<byte> rest = message.WrittenSpan[sizeof(int)..];
            foreach (byte[] certificate in _chain)
            {
                byte[] read = ArrayPool<byte>.Shared.Rent(certificate.Length);
                rest[..certificate.Length].CopyTo(read);
                _sum += read[certificate.Length - 1];
                rest = rest[certificate.Length..];
                ArrayPool<byte>.Shared.Return(read);
            }
        }

        return message.WrittenMemory;
    }

    /// <summary>As published, for a reader that keeps each certificate longer than the message.</summary>
    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("OPCREP-certificate-chains", Role.Ours)]
    public ReadOnlyMemory<byte> OwnedCopies()
    {
        PooledArrayBufferWriter<byte> message = _message;
        for (int i = 0; i < Operations; i++)
        {
            WriteChain(message);
            ReadOnlySpan<byte> rest = message.WrittenSpan[sizeof(int)..];
            foreach (byte[] certificate in _chain)
            {
                using var read = new PooledArray<byte>(certificate.Length);
                rest[..certificate.Length].CopyTo(read.Span);
                _sum += read.Span[^1];
                rest = rest[certificate.Length..];
            }
        }

        return message.WrittenMemory;
    }

    /// <summary>Each certificate straight into the message, and read where it lies.</summary>
    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("OPCREP-certificate-chains", Role.Ours)]
    public ReadOnlyMemory<byte> InPlace()
    {
        PooledArrayBufferWriter<byte> message = _message;
        for (int i = 0; i < Operations; i++)
        {
            WriteChain(message);
            ReadOnlySpan<byte> rest = message.WrittenSpan[sizeof(int)..];
            foreach (byte[] certificate in _chain)
            {
                ReadOnlySpan<byte> read = rest[..certificate.Length];
                _sum += read[^1];
                rest = rest[read.Length..];
            }
        }

        return message.WrittenMemory;
    }

    private int ChainLength()
    {
        int length = 0;
        foreach (byte[] certificate in _chain)
            length += certificate.Length;

        return length;
    }

    private void Join(Span<byte> blob)
    {
        foreach (byte[] certificate in _chain)
        {
            certificate.CopyTo(blob);
            blob = blob[certificate.Length..];
        }
    }

    private void WriteChain(PooledArrayBufferWriter<byte> message)
    {
        message.ResetWrittenCount();
        message.WriteInt32LittleEndian(ChainLength());
        foreach (byte[] certificate in _chain)
            message.Write(certificate);
    }
}
