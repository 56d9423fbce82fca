using System.Buffers;
using BenchmarkDotNet.Attributes;
using Microsoft.IO;
using Nerdbank.Streams;

namespace Pooling.Benchmarks.Buffers;

public partial class SegmentedBufferWriterBenchmarks
{
    private readonly RecyclableMemoryStreamManager _streams = new();
    private readonly Guid _streamId = Guid.NewGuid();
    private readonly Sequence<byte> _ownedSequence = new();
    private RecyclableMemoryStream? _stream;
    private Sequence<byte>? _sequence;

    /// <summary>With an id of the caller: getting a random one from the system can cost more than a short message.</summary>
    [Benchmark(OperationsPerInvoke = Operations)]
    [PeerRow("POOL-segmented-64KB", "RecyclableMemoryStream")]
    [PeerRow("POOL-segmented-1MB", "RecyclableMemoryStream")]
    [PeerRow("POOL-segmented-16MB", "RecyclableMemoryStream")]
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
    [PeerRow("POOL-segmented-64KB", "RecyclableMemoryStream, by Write only")]
    [PeerRow("POOL-segmented-1MB", "RecyclableMemoryStream, by Write only")]
    [PeerRow("POOL-segmented-16MB", "RecyclableMemoryStream, by Write only")]
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

    /// <summary>Its default: over an array pool of its own, kept and reset.</summary>
    [Benchmark(OperationsPerInvoke = Operations)]
    [PeerRow("POOL-segmented-64KB", "Nerdbank Sequence, kept")]
    [PeerRow("POOL-segmented-1MB", "Nerdbank Sequence, kept")]
    [PeerRow("POOL-segmented-16MB", "Nerdbank Sequence, kept")]
    public ReadOnlySequence<byte> NerdbankKept()
    {
        ReadOnlySequence<byte> last = default;
        for (int i = 0; i < Operations; i++)
        {
            _ownedSequence.Reset();
            Produce(new SequenceTarget(_ownedSequence));
            last = Consume(_ownedSequence.AsReadOnlySequence);
        }

        return last;
    }

    /// <summary>One for each message, over the shared array pool.</summary>
    [Benchmark(OperationsPerInvoke = Operations)]
    [PeerRow("POOL-segmented-64KB", "Nerdbank Sequence, new")]
    [PeerRow("POOL-segmented-1MB", "Nerdbank Sequence, new")]
    [PeerRow("POOL-segmented-16MB", "Nerdbank Sequence, new")]
    public ReadOnlySequence<byte> NerdbankNew()
    {
        ReadOnlySequence<byte> last = default;
        for (int i = 0; i < Operations; i++)
        {
            _sequence?.Dispose();
            _sequence = new Sequence<byte>(ArrayPool<byte>.Shared);
            Produce(new SequenceTarget(_sequence));
            last = Consume(_sequence.AsReadOnlySequence);
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

    private readonly struct SequenceTarget(Sequence<byte> sequence) : ITarget
    {
        public void Write(ReadOnlySpan<byte> bytes) => sequence.Write(bytes); // what the framework has for every buffer writer

        public void WriteSmall(ReadOnlySpan<byte> bytes)
        {
            bytes.CopyTo(sequence.GetSpan(bytes.Length));
            sequence.Advance(bytes.Length);
        }
    }
}
