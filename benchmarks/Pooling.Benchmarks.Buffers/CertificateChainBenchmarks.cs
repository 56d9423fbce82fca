namespace Pooling.Benchmarks.Buffers;

/// <summary>Three certificates, together 3.4 KB, go into a message behind their length; into the same writer by all contenders.</summary>
public class CertificateChainBenchmarks : WriterBenchmarks
{
    private const int Length = 1_342 + 1_127 + 968;

    private readonly byte[][] _chain = [new byte[1_342], new byte[1_127], new byte[968]];

    public CertificateChainBenchmarks() => Array.ForEach(_chain, new Random(1).NextBytes);

    [Benchmark(Baseline = true), Row("OPCREP-certificate-chains", Role.Before)]
    public ReadOnlyMemory<byte> NewArrays() => Write(Joined(new byte[Length]));

    [Benchmark, Row("OPCREP-certificate-chains", Role.Published)]
    public ReadOnlyMemory<byte> RentedArrays()
    {
        byte[] blob = ArrayPool<byte>.Shared.Rent(Length);
        ReadOnlyMemory<byte> message = Write(Joined(blob.AsSpan(0, Length)));
        ArrayPool<byte>.Shared.Return(blob);
        return message;
    }

    [Benchmark, Row("OPCREP-certificate-chains", Role.Ours)]
    public ReadOnlyMemory<byte> InPlace()
    {
        Owned.ResetWrittenCount();
        Owned.WriteInt32LittleEndian(Length);
        foreach (byte[] certificate in _chain)
            Owned.Write(certificate);

        return Owned.WrittenMemory;
    }

    private ReadOnlySpan<byte> Joined(Span<byte> blob)
    {
        int length = 0;
        foreach (byte[] certificate in _chain)
        {
            certificate.CopyTo(blob[length..]);
            length += certificate.Length;
        }

        return blob;
    }

    private ReadOnlyMemory<byte> Write(ReadOnlySpan<byte> blob)
    {
        Owned.ResetWrittenCount();
        Owned.WriteInt32LittleEndian(blob.Length);
        Owned.Write(blob);
        return Owned.WrittenMemory;
    }
}
