using System.Buffers;
using BenchmarkDotNet.Attributes;
using DotNext.Buffers;

namespace Pooling.Benchmarks.Buffers;

public partial class PooledArrayBufferWriterBenchmarks
{
    private readonly PoolingArrayBufferWriter<byte> _dotNext = new();

    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("POOL-write-128B", Role.Peer, "DotNext PoolingArrayBufferWriter")]
    [Row("POOL-write-4KB", Role.Peer, "DotNext PoolingArrayBufferWriter")]
    [Row("POOL-write-64KB", Role.Peer, "DotNext PoolingArrayBufferWriter")]
    [Row("POOL-write-128KB", Role.Peer, "DotNext PoolingArrayBufferWriter")]
    [Row("POOL-write-1MB", Role.Peer, "DotNext PoolingArrayBufferWriter")]
    public ReadOnlyMemory<byte> DotNextWriter()
    {
        byte[] message = _message;
        int piece = _piece;
        ReadOnlyMemory<byte> last = default;
        for (int i = 0; i < Operations; i++)
        {
            using var writer = new PoolingArrayBufferWriter<byte>();
            for (int at = 0; at < message.Length; at += piece)
                writer.Write(message.AsSpan(at, piece));

            _sum += writer.WrittenMemory.Span[^1];
            last = writer.WrittenMemory;
        }

        return last;
    }

    /// <summary>A writer that its connection keeps and clears, with its array.</summary>
    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("POOL-write-128B", Role.Peer, "DotNext PoolingArrayBufferWriter, kept")]
    [Row("POOL-write-4KB", Role.Peer, "DotNext PoolingArrayBufferWriter, kept")]
    [Row("POOL-write-64KB", Role.Peer, "DotNext PoolingArrayBufferWriter, kept")]
    [Row("POOL-write-128KB", Role.Peer, "DotNext PoolingArrayBufferWriter, kept")]
    [Row("POOL-write-1MB", Role.Peer, "DotNext PoolingArrayBufferWriter, kept")]
    public ReadOnlyMemory<byte> DotNextWriterKept()
    {
        byte[] message = _message;
        int piece = _piece;
        PoolingArrayBufferWriter<byte> writer = _dotNext;
        ReadOnlyMemory<byte> last = default;
        for (int i = 0; i < Operations; i++)
        {
            writer.Clear(reuseBuffer: true);
            for (int at = 0; at < message.Length; at += piece)
                writer.Write(message.AsSpan(at, piece));

            _sum += writer.WrittenMemory.Span[^1];
            last = writer.WrittenMemory;
        }

        return last;
    }
}
