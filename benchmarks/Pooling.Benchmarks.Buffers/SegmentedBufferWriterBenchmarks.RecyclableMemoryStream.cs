using System.Buffers;
using BenchmarkDotNet.Attributes;
using Microsoft.IO;

namespace Pooling.Benchmarks.Buffers;

public partial class SegmentedBufferWriterBenchmarks
{
    private readonly RecyclableMemoryStreamManager _streams = new();
    private readonly Guid _streamId = Guid.NewGuid();
    private RecyclableMemoryStream? _stream;

    /// <summary>With an id of the caller: getting a random one from the system can cost more than a short message.</summary>
    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("POOL-segmented-64KB", Role.Peer, "RecyclableMemoryStream")]
    [Row("POOL-segmented-1MB", Role.Peer, "RecyclableMemoryStream")]
    [Row("POOL-segmented-16MB", Role.Peer, "RecyclableMemoryStream")]
    public ReadOnlySequence<byte> RecyclableStream()
    {
        ReadOnlySequence<byte> last = default;
        for (int i = 0; i < Operations; i++)
        {
            _stream?.Dispose();
            _stream = _streams.GetStream(_streamId);
            Produce(new StreamTarget(_stream));
            last = Consume(_stream.GetReadOnlySequence());
        }

        return last;
    }

    /// <summary>Small writes by its Write instead of GetSpan and Advance.</summary>
    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("POOL-segmented-64KB", Role.Peer, "RecyclableMemoryStream, by Write only")]
    [Row("POOL-segmented-1MB", Role.Peer, "RecyclableMemoryStream, by Write only")]
    [Row("POOL-segmented-16MB", Role.Peer, "RecyclableMemoryStream, by Write only")]
    public ReadOnlySequence<byte> RecyclableStreamByWrite()
    {
        ReadOnlySequence<byte> last = default;
        for (int i = 0; i < Operations; i++)
        {
            _stream?.Dispose();
            _stream = _streams.GetStream(_streamId);
            Produce(new StreamWriteTarget(_stream));
            last = Consume(_stream.GetReadOnlySequence());
        }

        return last;
    }

    private readonly struct StreamTarget(RecyclableMemoryStream stream) : ITarget
    {
        public void Write(ReadOnlySpan<byte> bytes) => stream.Write(bytes);

        public void WriteSmall(ReadOnlySpan<byte> bytes)
        {
            bytes.CopyTo(stream.GetSpan(bytes.Length));
            stream.Advance(bytes.Length);
        }
    }

    private readonly struct StreamWriteTarget(RecyclableMemoryStream stream) : ITarget
    {
        public void Write(ReadOnlySpan<byte> bytes) => stream.Write(bytes);

        public void WriteSmall(ReadOnlySpan<byte> bytes) => stream.Write(bytes);
    }
}
