using DotNext.Buffers;

namespace Pooling.Benchmarks.Buffers;

public partial class PooledArrayBufferWriterBenchmarks
{
    private const string DotNext = "DotNext PoolingArrayBufferWriter";
    private const string DotNextKept = "DotNext PoolingArrayBufferWriter, kept";

    private readonly PoolingArrayBufferWriter<byte> _dotNext = new();

    [Benchmark, Row("POOL-write-128*", Role.Peer, DotNext), Row("POOL-write-4KB", Role.Peer, DotNext)]
    [Row("POOL-write-64KB", Role.Peer, DotNext), Row("POOL-write-1MB", Role.Peer, DotNext)]
    public ReadOnlyMemory<byte> DotNextWriter()
    {
        using var writer = new PoolingArrayBufferWriter<byte>();
        return Fill(writer);
    }

    [Benchmark, Row("POOL-write-128*", Role.Peer, DotNextKept), Row("POOL-write-4KB", Role.Peer, DotNextKept)]
    [Row("POOL-write-64KB", Role.Peer, DotNextKept), Row("POOL-write-1MB", Role.Peer, DotNextKept)]
    public ReadOnlyMemory<byte> DotNextWriterKept()
    {
        _dotNext.Clear(reuseBuffer: true);
        return Fill(_dotNext);
    }

    private ReadOnlyMemory<byte> Fill(PoolingArrayBufferWriter<byte> writer)
    {
        foreach (byte[] piece in _pieces)
            writer.Write(piece);

        return writer.WrittenMemory;
    }
}
