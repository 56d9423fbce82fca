using Microsoft.IO;

namespace Pooling.Benchmarks.Buffers;

/// <summary>One long message at a time: get a writer, write the message, read all of it once, let the writer go when the next one comes.
/// </summary>
public partial class SegmentedBufferWriterBenchmarks : WriterBenchmarks
{
    private const int Piece = 4096;
    private const string Rental = "PooledArrayBufferWriter, rented";
    private const string Recyclable = "RecyclableMemoryStream, by Write only";

    // What a serializer asks for: 16 to 64 bytes at a time.
    private static readonly int[] s_small = [16, 64, 24, 40, 32, 56, 16, 48];

    private readonly RecyclableMemoryStreamManager _streams = new();
    private readonly SegmentedBufferWriter _owned = new();
    private byte[] _message = [];
    private PooledLease<PooledArrayBufferWriter<byte>> _arrayLease;
    private PooledLease<SegmentedBufferWriter> _lease;
    private IDisposable? _last;
    private ulong _sum;

    /// <summary>How the message is written.</summary>
    public enum Pattern
    {
        /// <summary>4 KB at a time.</summary>
        Pieces,

        /// <summary>In one call.</summary>
        OneSpan,

        /// <summary>16 to 64 bytes at a time, each into a span of its own.</summary>
        Small,
    }

    [Params(65_536, 1_048_576, 16_777_216)]
    public int Length { get; set; }

    [Params(Pattern.Pieces, Pattern.OneSpan, Pattern.Small)]
    public Pattern Written { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        _message = new byte[Length];
        new Random(Length).NextBytes(_message);
    }

    public override void Cleanup()
    {
        _arrayLease.Dispose();
        _lease.Dispose();
        _last?.Dispose();
        _owned.Dispose();
        base.Cleanup();
    }

    /// <summary>One array that grows: it copies what it holds each time.</summary>
    [Benchmark(Baseline = true), Row("POOL-segmented-*", Role.Before)]
    public ReadOnlySequence<byte> GrowingArray()
    {
        _last?.Dispose();
        var writer = new PooledArrayBufferWriter<byte>();
        _last = writer;
        Produce(new ArrayTarget(writer));
        return Consume(new ReadOnlySequence<byte>(writer.WrittenMemory));
    }

    /// <summary>One array that is long enough from the last message: nothing is copied, but it must be contiguous, and up to the limit of
    /// the pool stays with the writer.</summary>
    [Benchmark, Row("POOL-segmented-*", Role.Peer, Rental)]
    public ReadOnlySequence<byte> RentedArray()
    {
        _arrayLease.Dispose();
        _arrayLease = PooledArrayBufferWriter.Rent(Pool);
        Produce(new ArrayTarget(_arrayLease.Value));
        return Consume(new ReadOnlySequence<byte>(_arrayLease.Value.WrittenMemory));
    }

    /// <summary>With an id of the caller, and without its GetSpan, which is slower for small writes.</summary>
    [Benchmark, Row("POOL-segmented-*", Role.Peer, Recyclable)]
    public ReadOnlySequence<byte> RecyclableStreamByWrite()
    {
        _last?.Dispose();
        RecyclableMemoryStream stream = _streams.GetStream(Guid.Empty);
        _last = stream;
        Produce(new StreamTarget(stream));
        return Consume(stream.GetReadOnlySequence());
    }

    [Benchmark, Row("POOL-segmented-*", Role.Ours)]
    public ReadOnlySequence<byte> Rented()
    {
        _lease.Dispose();
        _lease = SegmentedBufferWriter.Rent(Pool);
        Produce(new SegmentedTarget(_lease.Value));
        return Consume(_lease.Value.WrittenSequence);
    }

    /// <summary>A writer that its connection keeps, with its chunks.</summary>
    [Benchmark, Row("POOL-segmented-*", Role.Ours)]
    public ReadOnlySequence<byte> OwnedAndReset()
    {
        _owned.ResetWrittenCount();
        Produce(new SegmentedTarget(_owned));
        return Consume(_owned.WrittenSequence);
    }

    [Benchmark, Row("POOL-segmented-*", Role.Ours)]
    public ReadOnlySequence<byte> NewAndDisposed()
    {
        _last?.Dispose();
        var writer = new SegmentedBufferWriter();
        _last = writer;
        Produce(new SegmentedTarget(writer));
        return Consume(writer.WrittenSequence);
    }

    private void Produce<TTarget>(TTarget target)
        where TTarget : struct, ITarget
    {
        ReadOnlySpan<byte> rest = _message;
        switch (Written)
        {
            case Pattern.OneSpan:
                target.Write(rest);
                break;

            case Pattern.Pieces:
                for (; !rest.IsEmpty; rest = rest.Slice(Piece))
                    target.Write(rest.Slice(0, Piece));
                break;

            default:
                int[] lengths = s_small;
                for (int i = 0; !rest.IsEmpty; i++)
                {
                    int length = Math.Min(lengths[i % lengths.Length], rest.Length);
                    target.WriteSmall(rest.Slice(0, length));
                    rest = rest.Slice(length);
                }

                break;
        }
    }

    private ReadOnlySequence<byte> Consume(in ReadOnlySequence<byte> message)
    {
        Vector<byte> sum = default;
        foreach (ReadOnlyMemory<byte> part in message)
        {
            ReadOnlySpan<Vector<byte>> vectors = MemoryMarshal.Cast<byte, Vector<byte>>(part.Span);
            foreach (Vector<byte> vector in vectors)
                sum += vector;
            foreach (byte value in part.Span.Slice(vectors.Length * Vector<byte>.Count))
                _sum += value;
        }

        _sum += Vector.Sum(sum);
        return message;
    }

    /// <summary>What is written to, known to the compiler.</summary>
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
}
