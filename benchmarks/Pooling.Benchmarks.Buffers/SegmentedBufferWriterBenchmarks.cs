using Nerdbank.Streams;

namespace Pooling.Benchmarks.Buffers;

/// <summary>Measures one long message at a time: getting a writer, writing the message, reading all of it once, and releasing the
/// writer.</summary>
public class SegmentedBufferWriterBenchmarks : WriterBenchmarks
{
    private readonly RecyclableMemoryStreamManager _streams = new();
    private readonly Sequence<byte> _sequence = new();
    private readonly SegmentedBufferWriter _owned = new();
    private byte[] _message = [];
    private int[] _lengths = [];

    [Params(65_536, 1_048_576, 16_777_216)]
    public int Length { get; set; }

    /// <summary>Gets or sets the way of writing: 4 KB at a time, in one call, or 16 to 64 bytes at a time, each into a separate
    /// span.</summary>
    [Params("Pieces", "OneSpan", "Small")]
    public string Written { get; set; } = "";

    [GlobalSetup]
    public void Setup()
    {
        new Random(Length).NextBytes(_message = new byte[Length]);
        _lengths = Written == "Small" ? [16, 64, 24, 40, 32, 56, 16, 48] : [Written == "Pieces" ? 4096 : Length];
    }

    /// <summary>Uses one array that grows, and copies its content each time.</summary>
    [Benchmark(Baseline = true), Row("POOL-segmented-*", Role.Before, "PooledArrayBufferWriter")]
    public (long, int) GrowingArray()
    {
        using var writer = new PooledArrayBufferWriter<byte>();
        Produce(new ArrayTarget(writer));
        return Read(new ReadOnlySequence<byte>(writer.WrittenMemory));
    }

    /// <summary>Uses an id of the caller, and not its GetSpan, which is slower for small writes.</summary>
    [Benchmark, Row("POOL-segmented-*", Role.Peer, "RecyclableMemoryStream, by Write")]
    public (long, int) RecyclableStreamByWrite()
    {
        using RecyclableMemoryStream stream = _streams.GetStream(Guid.Empty);
        Produce(new StreamTarget(stream));
        return Read(stream.GetReadOnlySequence());
    }

    /// <summary>Uses the default, over a separate array pool, which is kept and reset.</summary>
    [Benchmark, Row("POOL-segmented-*", Role.Peer, "Nerdbank Sequence, kept")]
    public (long, int) NerdbankKept()
    {
        _sequence.Reset();
        Produce(new SequenceTarget(_sequence));
        return Read(_sequence.AsReadOnlySequence);
    }

    /// <summary>Uses one for each message, over the shared array pool.</summary>
    [Benchmark, Row("POOL-segmented-*", Role.Peer, "Nerdbank Sequence, new")]
    public (long, int) NerdbankNew()
    {
        using var sequence = new Sequence<byte>(ArrayPool<byte>.Shared);
        Produce(new SequenceTarget(sequence));
        return Read(sequence.AsReadOnlySequence);
    }

    [Benchmark, Row("POOL-segmented-*", Role.Ours, "rented")]
    public (long, int) Rented()
    {
        using PooledLease<SegmentedBufferWriter> lease = SegmentedBufferWriter.Rent(Pool);
        Produce(new SegmentedTarget(lease.Value));
        return Read(lease.Value.WrittenSequence);
    }

    [Benchmark, Row("POOL-segmented-*", Role.Ours, "kept by its connection")]
    public (long, int) OwnedAndReset()
    {
        _owned.ResetWrittenCount();
        Produce(new SegmentedTarget(_owned));
        return Read(_owned.WrittenSequence);
    }

    private void Produce<TTarget>(TTarget target) where TTarget : struct, ITarget
    {
        ReadOnlySpan<byte> rest = _message;
        for (int i = 0; !rest.IsEmpty; i++)
        {
            ReadOnlySpan<byte> piece = rest.Slice(0, Math.Min(_lengths[i % _lengths.Length], rest.Length));
            rest = rest.Slice(piece.Length);
            if (_lengths.Length > 1)
                target.WriteSmall(piece);
            else
                target.Write(piece);
        }
    }

    private static (long Length, int Zeros) Read(in ReadOnlySequence<byte> message)
    {
        int zeros = 0;
        foreach (ReadOnlyMemory<byte> part in message)
            zeros += part.Span.Count((byte)0);

        return (message.Length, zeros);
    }

    /// <summary>The destination of a message. It is a struct, so that the compiler knows the class without a profile.</summary>
    private interface ITarget
    {
        void Write(ReadOnlySpan<byte> bytes);
        void WriteSmall(ReadOnlySpan<byte> bytes);
    }

    private readonly struct ArrayTarget(PooledArrayBufferWriter<byte> writer) : ITarget
    {
        public void Write(ReadOnlySpan<byte> bytes) => writer.Write(bytes);

        public void WriteSmall(ReadOnlySpan<byte> bytes)
        {
            bytes.CopyTo(writer.GetSpan(bytes.Length));
            writer.Advance(bytes.Length);
        }
    }

    private readonly struct SegmentedTarget(SegmentedBufferWriter writer) : ITarget
    {
        public void Write(ReadOnlySpan<byte> bytes) => writer.Write(bytes);

        public void WriteSmall(ReadOnlySpan<byte> bytes)
        {
            bytes.CopyTo(writer.GetSpan(bytes.Length));
            writer.Advance(bytes.Length);
        }
    }

    private readonly struct StreamTarget(RecyclableMemoryStream stream) : ITarget
    {
        public void Write(ReadOnlySpan<byte> bytes) => stream.Write(bytes);
        public void WriteSmall(ReadOnlySpan<byte> bytes) => stream.Write(bytes);
    }

    private readonly struct SequenceTarget(Sequence<byte> sequence) : ITarget
    {
        public void Write(ReadOnlySpan<byte> bytes) => sequence.Write(bytes); // the framework's method for every buffer writer

        public void WriteSmall(ReadOnlySpan<byte> bytes)
        {
            bytes.CopyTo(sequence.GetSpan(bytes.Length));
            sequence.Advance(bytes.Length);
        }
    }
}
