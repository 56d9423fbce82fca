using DotNext.Buffers;

namespace Pooling.Benchmarks.Buffers;

public partial class PooledArrayBufferWriterBenchmarks
{
    private const string DotNext = "DotNext PoolingArrayBufferWriter";
    private const string DotNextKept = "DotNext PoolingArrayBufferWriter, kept";

    private readonly PoolingArrayBufferWriter<byte> _dotNext = new();

    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("POOL-write-128B", Role.Peer, DotNext), Row("POOL-write-4KB", Role.Peer, DotNext), Row("POOL-write-64KB", Role.Peer, DotNext)]
    [Row("POOL-write-128KB", Role.Peer, DotNext), Row("POOL-write-1MB", Role.Peer, DotNext)]
    public ReadOnlyMemory<byte> DotNextWriter()
    {
        ReadOnlyMemory<byte> last = default;
        for (int i = 0; i < Operations; i++)
        {
            using var writer = new PoolingArrayBufferWriter<byte>();
            foreach (byte[] piece in _pieces)
                writer.Write(piece);

            _sum += writer.WrittenMemory.Span[^1];
            last = writer.WrittenMemory;
        }

        return last;
    }

    /// <summary>A writer that its connection keeps and clears, with its array.</summary>
    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("POOL-write-128B", Role.Peer, DotNextKept), Row("POOL-write-4KB", Role.Peer, DotNextKept)]
    [Row("POOL-write-64KB", Role.Peer, DotNextKept), Row("POOL-write-128KB", Role.Peer, DotNextKept)]
    [Row("POOL-write-1MB", Role.Peer, DotNextKept)]
    public ReadOnlyMemory<byte> DotNextWriterKept()
    {
        for (int i = 0; i < Operations; i++)
        {
            _dotNext.Clear(reuseBuffer: true);
            foreach (byte[] piece in _pieces)
                _dotNext.Write(piece);

            _sum += _dotNext.WrittenMemory.Span[^1];
        }

        return _dotNext.WrittenMemory;
    }
}
