using System.Buffers;
using System.Numerics;
using System.Runtime.InteropServices;
using BenchmarkDotNet.Attributes;
using Pooling.Buffers;
using Pooling.Objects;

namespace Pooling.Benchmarks.Buffers;

/// <summary>One long message at a time: get a writer, write the message, read all of it once,
/// let the writer go when the next one comes.</summary>
public partial class SegmentedBufferWriterBenchmarks
{
    private const int Operations = 2;
    private const int Piece = 4096;

    // What a serializer asks for: 16 to 64 bytes at a time.
    private static readonly int[] s_small = [16, 64, 24, 40, 32, 56, 16, 48];

    private readonly BufferWriterPool _pool = new();
    private readonly SegmentedBufferWriter _owned = new();
    private byte[] _message = [];
    private PooledArrayBufferWriter<byte>? _array;
    private SegmentedBufferWriter? _new;
    private PooledLease<PooledArrayBufferWriter<byte>> _arrayLease;
    private PooledLease<SegmentedBufferWriter> _lease;
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

    [GlobalCleanup]
    public void Cleanup()
    {
        _arrayLease.Dispose();
        _lease.Dispose();
        _array?.Dispose();
        _new?.Dispose();
        _owned.Dispose();
        _pool.Dispose();
    }

    /// <summary>One array that grows: it copies what it holds each time.</summary>
    [Benchmark(Baseline = true, OperationsPerInvoke = Operations)]
    [Row("POOL-segmented-64KB", Role.Before)]
    [Row("POOL-segmented-1MB", Role.Before)]
    [Row("POOL-segmented-16MB", Role.Before)]
    public ReadOnlySequence<byte> GrowingArray()
    {
        ReadOnlySequence<byte> last = default;
        for (int i = 0; i < Operations; i++)
        {
            _array?.Dispose();
            _array = new PooledArrayBufferWriter<byte>();
            Produce(new ArrayTarget(_array));
            last = Consume(new ReadOnlySequence<byte>(_array.WrittenMemory));
        }

        return last;
    }

    /// <summary>One array that is long enough from the last message: nothing is copied, but it must be contiguous,
    /// and up to the limit of the pool stays with the writer.</summary>
    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("POOL-segmented-64KB", Role.Peer, "PooledArrayBufferWriter, rented")]
    [Row("POOL-segmented-1MB", Role.Peer, "PooledArrayBufferWriter, rented")]
    [Row("POOL-segmented-16MB", Role.Peer, "PooledArrayBufferWriter, rented")]
    public ReadOnlySequence<byte> RentedArray()
    {
        ReadOnlySequence<byte> last = default;
        for (int i = 0; i < Operations; i++)
        {
            _arrayLease.Dispose();
            _arrayLease = PooledArrayBufferWriter.Rent(_pool);
            PooledArrayBufferWriter<byte> writer = _arrayLease.Value;
            Produce(new ArrayTarget(writer));
            last = Consume(new ReadOnlySequence<byte>(writer.WrittenMemory));
        }

        return last;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("POOL-segmented-64KB", Role.Ours)]
    [Row("POOL-segmented-1MB", Role.Ours)]
    [Row("POOL-segmented-16MB", Role.Ours)]
    public ReadOnlySequence<byte> Rented()
    {
        ReadOnlySequence<byte> last = default;
        for (int i = 0; i < Operations; i++)
        {
            _lease.Dispose();
            _lease = SegmentedBufferWriter.Rent(_pool);
            SegmentedBufferWriter writer = _lease.Value;
            Produce(new SegmentedTarget(writer));
            last = Consume(writer.WrittenSequence);
        }

        return last;
    }

    /// <summary>A writer that its connection keeps, with its chunks.</summary>
    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("POOL-segmented-64KB", Role.Ours)]
    [Row("POOL-segmented-1MB", Role.Ours)]
    [Row("POOL-segmented-16MB", Role.Ours)]
    public ReadOnlySequence<byte> OwnedAndReset()
    {
        ReadOnlySequence<byte> last = default;
        for (int i = 0; i < Operations; i++)
        {
            _owned.ResetWrittenCount();
            Produce(new SegmentedTarget(_owned));
            last = Consume(_owned.WrittenSequence);
        }

        return last;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("POOL-segmented-64KB", Role.Ours)]
    [Row("POOL-segmented-1MB", Role.Ours)]
    [Row("POOL-segmented-16MB", Role.Ours)]
    public ReadOnlySequence<byte> NewAndDisposed()
    {
        ReadOnlySequence<byte> last = default;
        for (int i = 0; i < Operations; i++)
        {
            _new?.Dispose();
            _new = new SegmentedBufferWriter();
            Produce(new SegmentedTarget(_new));
            last = Consume(_new.WrittenSequence);
        }

        return last;
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
            ReadOnlySpan<byte> bytes = part.Span;
            ReadOnlySpan<Vector<byte>> vectors = MemoryMarshal.Cast<byte, Vector<byte>>(bytes);
            foreach (Vector<byte> vector in vectors)
                sum += vector;
            foreach (byte value in bytes.Slice(vectors.Length * Vector<byte>.Count))
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
}
