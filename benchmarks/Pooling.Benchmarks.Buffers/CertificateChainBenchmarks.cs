namespace Pooling.Benchmarks.Buffers;

/// <summary>A chain of three certificates, together 3.4 KB, goes into the header of an asymmetric message, behind its length. The message
/// is the same writer in all contenders.</summary>
public class CertificateChainBenchmarks : WriterBenchmarks
{
    private readonly byte[][] _chain = [Certificate(1_342), Certificate(1_127), Certificate(968)];

    [Benchmark(Baseline = true), Row("OPCREP-certificate-chains", Role.Before)]
    public ReadOnlyMemory<byte> NewArrays()
    {
        byte[] blob = new byte[ChainLength()];
        Join(blob);
        return Write(blob);
    }

    [Benchmark, Row("OPCREP-certificate-chains", Role.Published)]
    public ReadOnlyMemory<byte> RentedArrays()
    {
        int length = ChainLength();
        byte[] blob = ArrayPool<byte>.Shared.Rent(length);
        Join(blob);
        ReadOnlyMemory<byte> message = Write(blob.AsSpan(0, length));
        ArrayPool<byte>.Shared.Return(blob);
        return message;
    }

    [Benchmark, Row("OPCREP-certificate-chains", Role.Ours)]
    public ReadOnlyMemory<byte> OwnedArray()
    {
        using var blob = new PooledArray<byte>(ChainLength());
        Join(blob.Span);
        return Write(blob.Span);
    }

    /// <summary>Each certificate straight into the message.</summary>
    [Benchmark, Row("OPCREP-certificate-chains", Role.Ours)]
    public ReadOnlyMemory<byte> InPlace()
    {
        Owned.ResetWrittenCount();
        Owned.WriteInt32LittleEndian(ChainLength());
        foreach (byte[] certificate in _chain)
            Owned.Write(certificate);

        return Owned.WrittenMemory;
    }

    private static byte[] Certificate(int length)
    {
        byte[] certificate = new byte[length];
        new Random(length).NextBytes(certificate);
        return certificate;
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

    private ReadOnlyMemory<byte> Write(ReadOnlySpan<byte> blob)
    {
        Owned.ResetWrittenCount();
        Owned.WriteInt32LittleEndian(blob.Length);
        Owned.Write(blob);
        return Owned.WrittenMemory;
    }
}
