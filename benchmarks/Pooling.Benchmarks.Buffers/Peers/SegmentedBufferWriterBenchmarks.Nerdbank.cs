using System.Buffers;
using BenchmarkDotNet.Attributes;
using Nerdbank.Streams;

namespace Pooling.Benchmarks.Buffers;

public partial class SegmentedBufferWriterBenchmarks
{
    private readonly Sequence<byte> _ownedSequence = new();
    private Sequence<byte>? _sequence;

    /// <summary>Its default: over an array pool of its own, kept and reset.</summary>
    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("POOL-segmented-64KB", Role.Peer, "Nerdbank Sequence, kept")]
    [Row("POOL-segmented-1MB", Role.Peer, "Nerdbank Sequence, kept")]
    [Row("POOL-segmented-16MB", Role.Peer, "Nerdbank Sequence, kept")]
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
    [Row("POOL-segmented-64KB", Role.Peer, "Nerdbank Sequence, new")]
    [Row("POOL-segmented-1MB", Role.Peer, "Nerdbank Sequence, new")]
    [Row("POOL-segmented-16MB", Role.Peer, "Nerdbank Sequence, new")]
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
