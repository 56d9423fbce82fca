using DotNext.Buffers;

namespace Pooling.Benchmarks.Buffers;

public partial class PooledArrayBufferWriterBenchmarks
{
    private readonly PoolingArrayBufferWriter<byte> _dotNext = new();

    [Benchmark, Row("POOL-writer-*", Role.Peer, "DotNext PoolingArrayBufferWriter")]
    public ReadOnlyMemory<byte> DotNextWriter()
    {
        using var writer = new PoolingArrayBufferWriter<byte>();
        return Fill(writer);
    }

    [Benchmark, Row("POOL-writer-*", Role.Peer, "DotNext PoolingArrayBufferWriter, kept")]
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
