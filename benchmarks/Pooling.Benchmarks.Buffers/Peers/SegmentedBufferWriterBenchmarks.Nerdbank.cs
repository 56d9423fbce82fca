using Nerdbank.Streams;

namespace Pooling.Benchmarks.Buffers;

public partial class SegmentedBufferWriterBenchmarks
{
    private readonly SealedSequence _sequence = new();

    /// <summary>Its default: over an array pool of its own, kept and reset.</summary>
    [Benchmark, Row("POOL-segmented-*", Role.Peer, "Nerdbank Sequence, kept")]
    public (long, int) NerdbankKept()
    {
        _sequence.Reset();
        Produce(_sequence);
        return Read(_sequence.AsReadOnlySequence);
    }

    /// <summary>One for each message, over the shared array pool.</summary>
    [Benchmark, Row("POOL-segmented-*", Role.Peer, "Nerdbank Sequence, new")]
    public (long, int) NerdbankNew()
    {
        using var sequence = new Sequence<byte>(ArrayPool<byte>.Shared);
        Produce(sequence);
        return Read(sequence.AsReadOnlySequence);
    }

    // Sealed, so that the compiler knows the class of what the field holds, as it knows those of the others.
    private sealed class SealedSequence : Sequence<byte>;
}
