using Nerdbank.Streams;

namespace Pooling.Benchmarks.Buffers;

public partial class SegmentedBufferWriterBenchmarks
{
    private const string Kept = "Nerdbank Sequence, kept";
    private const string New = "Nerdbank Sequence, new";

    private readonly Sequence<byte> _sequence = new();

    /// <summary>Its default: over an array pool of its own, kept and reset.</summary>
    [Benchmark, Row("POOL-segmented-*", Role.Peer, Kept)]
    public ReadOnlySequence<byte> NerdbankKept()
    {
        _sequence.Reset();
        Produce(new SequenceTarget(_sequence));
        return Consume(_sequence.AsReadOnlySequence);
    }

    /// <summary>One for each message, over the shared array pool.</summary>
    [Benchmark, Row("POOL-segmented-*", Role.Peer, New)]
    public ReadOnlySequence<byte> NerdbankNew()
    {
        _last?.Dispose();
        var sequence = new Sequence<byte>(ArrayPool<byte>.Shared);
        _last = sequence;
        Produce(new SequenceTarget(sequence));
        return Consume(sequence.AsReadOnlySequence);
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
