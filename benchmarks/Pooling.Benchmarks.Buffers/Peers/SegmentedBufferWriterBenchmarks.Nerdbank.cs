using Nerdbank.Streams;

namespace Pooling.Benchmarks.Buffers;

public partial class SegmentedBufferWriterBenchmarks
{
    private readonly Sequence<byte> _sequence = new();

    /// <summary>Its default: over an array pool of its own, kept and reset.</summary>
    [Benchmark, Row("POOL-segmented-*", Role.Peer, "Nerdbank Sequence, kept")]
    public (long, int) NerdbankKept()
    {
        _sequence.Reset();
        Produce(new SequenceTarget(_sequence));
        return Read(_sequence.AsReadOnlySequence);
    }

    /// <summary>One for each message, over the shared array pool.</summary>
    [Benchmark, Row("POOL-segmented-*", Role.Peer, "Nerdbank Sequence, new")]
    public (long, int) NerdbankNew()
    {
        using var sequence = new Sequence<byte>(ArrayPool<byte>.Shared);
        Produce(new SequenceTarget(sequence));
        return Read(sequence.AsReadOnlySequence);
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
