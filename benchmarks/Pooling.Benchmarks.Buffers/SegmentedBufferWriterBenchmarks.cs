namespace Pooling.Benchmarks.Buffers;

/// <summary>One long message at a time: get a writer, write the message, read all of it once, let the writer go. The length and the sum of
/// what was read are compared.</summary>
public partial class SegmentedBufferWriterBenchmarks : WriterBenchmarks
{
    private const int Piece = 4096;

    private readonly int[] _small = [16, 64, 24, 40, 32, 56, 16, 48]; // what a serializer asks for
    private readonly RecyclableMemoryStreamManager _streams = new();
    private readonly SegmentedBufferWriter _owned = new();
    private byte[] _message = [];

    [Params(65_536, 1_048_576, 16_777_216)]
    public int Length { get; set; }

    /// <summary>4 KB at a time, in one call, or 16 to 64 bytes at a time, each into a span of its own.</summary>
    [Params("Pieces", "OneSpan", "Small")]
    public string Written { get; set; } = "";

    [GlobalSetup]
    public void Setup()
    {
        _message = new byte[Length];
        new Random(Length).NextBytes(_message);
    }

    public override void Cleanup()
    {
        _owned.Dispose();
        base.Cleanup();
    }

    /// <summary>One array that grows: it copies what it holds each time.</summary>
    [Benchmark(Baseline = true), Row("POOL-segmented-*", Role.Before)]
    public (long, byte) GrowingArray()
    {
        using var writer = new PooledArrayBufferWriter<byte>();
        Produce(new ArrayTarget(writer));
        return Read(new ReadOnlySequence<byte>(writer.WrittenMemory));
    }

    /// <summary>One array that is long enough from the last message: nothing is copied, but it must be contiguous, and up to the limit of
    /// the pool stays with the writer.</summary>
    [Benchmark, Row("POOL-segmented-*", Role.Peer, "PooledArrayBufferWriter, rented")]
    public (long, byte) RentedArray()
    {
        using PooledLease<PooledArrayBufferWriter<byte>> lease = PooledArrayBufferWriter.Rent(Pool);
        Produce(new ArrayTarget(lease.Value));
        return Read(new ReadOnlySequence<byte>(lease.Value.WrittenMemory));
    }

    /// <summary>With an id of the caller, and without its GetSpan, which is slower for small writes.</summary>
    [Benchmark, Row("POOL-segmented-*", Role.Peer, "RecyclableMemoryStream, by Write only")]
    public (long, byte) RecyclableStreamByWrite()
    {
        using RecyclableMemoryStream stream = _streams.GetStream(Guid.Empty);
        Produce(new StreamTarget(stream));
        return Read(stream.GetReadOnlySequence());
    }

    [Benchmark, Row("POOL-segmented-*", Role.Ours)]
    public (long, byte) Rented()
    {
        using PooledLease<SegmentedBufferWriter> lease = SegmentedBufferWriter.Rent(Pool);
        Produce(new SegmentedTarget(lease.Value));
        return Read(lease.Value.WrittenSequence);
    }

    /// <summary>A writer that its connection keeps, with its chunks.</summary>
    [Benchmark, Row("POOL-segmented-*", Role.Ours)]
    public (long, byte) OwnedAndReset()
    {
        _owned.ResetWrittenCount();
        Produce(new SegmentedTarget(_owned));
        return Read(_owned.WrittenSequence);
    }

    private void Produce<TTarget>(TTarget target)
        where TTarget : struct, ITarget
    {
        int piece = Written == "Pieces" ? Piece : Length;
        ReadOnlySpan<byte> rest = _message;
        if (Written != "Small")
        {
            for (; !rest.IsEmpty; rest = rest.Slice(piece))
                target.Write(rest.Slice(0, piece));

            return;
        }

        int[] lengths = _small;
        for (int i = 0; !rest.IsEmpty; i++)
        {
            int length = Math.Min(lengths[i % lengths.Length], rest.Length);
            target.WriteSmall(rest.Slice(0, length));
            rest = rest.Slice(length);
        }
    }

    private static (long Length, byte Sum) Read(in ReadOnlySequence<byte> message)
    {
        Vector<byte> sums = default;
        byte sum = 0;
        foreach (ReadOnlyMemory<byte> part in message)
        {
            ReadOnlySpan<Vector<byte>> vectors = MemoryMarshal.Cast<byte, Vector<byte>>(part.Span);
            foreach (Vector<byte> vector in vectors)
                sums += vector;

            foreach (byte value in part.Span.Slice(vectors.Length * Vector<byte>.Count))
                sum += value;
        }

        return (message.Length, (byte)(sum + Vector.Sum(sums)));
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
