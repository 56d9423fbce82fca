using CommunityToolkit.HighPerformance.Buffers;
using Microsoft.IO;

namespace Pooling.Benchmarks.Buffers;

/// <summary>One message at a time: get a writer, write the message in pieces of 4 KB, read it, let the writer go.</summary>
public partial class PooledArrayBufferWriterBenchmarks : WriterBenchmarks
{
    private const int Operations = 50;
    private const int LongestPiece = 4096;
    private const string Toolkit = "CommunityToolkit ArrayPoolBufferWriter";
    private const string Recyclable = "RecyclableMemoryStream, id given";

    private readonly RecyclableMemoryStreamManager _streams = new();
    private readonly Guid _streamId = Guid.NewGuid();
    private byte[][] _pieces = [];
    private int _sum;

    [Params(128, 4_096, 65_536, 131_072, 1_048_576)]
    public int Length { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        byte[] message = new byte[Length];
        new Random(Length).NextBytes(message);
        _pieces = [.. message.Chunk(LongestPiece)];
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations)]
    [Row("POOL-write-128B", Role.Before), Row("POOL-write-4KB", Role.Before), Row("POOL-write-64KB", Role.Before)]
    [Row("POOL-write-128KB", Role.Before), Row("POOL-write-1MB", Role.Before)]
    public ReadOnlyMemory<byte> ArrayBufferWriter()
    {
        ReadOnlyMemory<byte> last = default;
        for (int i = 0; i < Operations; i++)
        {
            var writer = new ArrayBufferWriter<byte>();
            foreach (byte[] piece in _pieces)
                writer.Write(piece);

            _sum += writer.WrittenSpan[^1];
            last = writer.WrittenMemory;
        }

        return last;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("POOL-write-128B", Role.Peer, "MemoryStream"), Row("POOL-write-4KB", Role.Peer, "MemoryStream")]
    [Row("POOL-write-64KB", Role.Peer, "MemoryStream"), Row("POOL-write-128KB", Role.Peer, "MemoryStream")]
    [Row("POOL-write-1MB", Role.Peer, "MemoryStream")]
    public ReadOnlyMemory<byte> MemoryStream()
    {
        ReadOnlyMemory<byte> last = default;
        for (int i = 0; i < Operations; i++)
        {
            using var stream = new MemoryStream();
            foreach (byte[] piece in _pieces)
                stream.Write(piece);

            last = stream.GetBuffer().AsMemory(0, (int)stream.Length);
            _sum += last.Span[^1];
        }

        return last;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("POOL-write-128B", Role.Peer, Toolkit), Row("POOL-write-4KB", Role.Peer, Toolkit), Row("POOL-write-64KB", Role.Peer, Toolkit)]
    [Row("POOL-write-128KB", Role.Peer, Toolkit), Row("POOL-write-1MB", Role.Peer, Toolkit)]
    public ReadOnlyMemory<byte> ToolkitWriter()
    {
        ReadOnlyMemory<byte> last = default;
        for (int i = 0; i < Operations; i++)
        {
            using var writer = new ArrayPoolBufferWriter<byte>();
            foreach (byte[] piece in _pieces)
                writer.Write(piece);

            _sum += writer.WrittenSpan[^1];
            last = writer.WrittenMemory;
        }

        return last;
    }

    /// <summary>The floor for writers that share their arrays: the length is known at the start, and nothing grows.</summary>
    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("POOL-write-128B", Role.Peer, "ArrayPool"), Row("POOL-write-4KB", Role.Peer, "ArrayPool")]
    [Row("POOL-write-64KB", Role.Peer, "ArrayPool"), Row("POOL-write-128KB", Role.Peer, "ArrayPool")]
    [Row("POOL-write-1MB", Role.Peer, "ArrayPool")]
    public ReadOnlyMemory<byte> BareArrayPool()
    {
        ReadOnlyMemory<byte> last = default;
        for (int i = 0; i < Operations; i++)
        {
            byte[] array = ArrayPool<byte>.Shared.Rent(Length);
            int at = 0;
            foreach (byte[] piece in _pieces)
            {
                piece.AsSpan().CopyTo(array.AsSpan(at));
                at += piece.Length;
            }

            _sum += array[at - 1];
            last = array.AsMemory(0, at);
            ArrayPool<byte>.Shared.Return(array);
        }

        return last;
    }

    /// <summary>Read in the blocks that the stream keeps (128 KB each), as its guidelines ask for, and without a random id for each stream,
    /// which can cost more than the rest.</summary>
    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("POOL-write-128B", Role.Peer, Recyclable), Row("POOL-write-4KB", Role.Peer, Recyclable)]
    [Row("POOL-write-64KB", Role.Peer, Recyclable), Row("POOL-write-128KB", Role.Peer, Recyclable)]
    [Row("POOL-write-1MB", Role.Peer, Recyclable)]
    public ReadOnlySequence<byte> RecyclableStreamWithId()
    {
        ReadOnlySequence<byte> last = default;
        for (int i = 0; i < Operations; i++)
        {
            using RecyclableMemoryStream stream = _streams.GetStream(_streamId);
            foreach (byte[] piece in _pieces)
                stream.Write(piece);

            last = stream.GetReadOnlySequence();
            _sum += last.FirstSpan[^1];
        }

        return last;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("POOL-write-128B", Role.Ours), Row("POOL-write-4KB", Role.Ours), Row("POOL-write-64KB", Role.Ours)]
    [Row("POOL-write-128KB", Role.Ours), Row("POOL-write-1MB", Role.Ours)]
    public ReadOnlyMemory<byte> Rented()
    {
        ReadOnlyMemory<byte> last = default;
        for (int i = 0; i < Operations; i++)
        {
            using PooledLease<PooledArrayBufferWriter<byte>> lease = PooledArrayBufferWriter.Rent(Pool);
            last = Fill(lease.Value);
        }

        return last;
    }

    /// <summary>As a serializer writes that knows nothing but the interface.</summary>
    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("POOL-write-128B", Role.Ours), Row("POOL-write-4KB", Role.Ours), Row("POOL-write-64KB", Role.Ours)]
    [Row("POOL-write-128KB", Role.Ours), Row("POOL-write-1MB", Role.Ours)]
    public ReadOnlyMemory<byte> RentedThroughInterface()
    {
        ReadOnlyMemory<byte> last = default;
        for (int i = 0; i < Operations; i++)
        {
            using PooledLease<PooledArrayBufferWriter<byte>> lease = PooledArrayBufferWriter.Rent(Pool);
            IBufferWriter<byte> target = lease.Value;
            foreach (byte[] piece in _pieces)
            {
                piece.AsSpan().CopyTo(target.GetSpan(piece.Length));
                target.Advance(piece.Length);
            }

            _sum += lease.Value.WrittenSpan[^1];
            last = lease.Value.WrittenMemory;
        }

        return last;
    }

    /// <summary>A writer made and disposed for each message, as <see cref="ToolkitWriter"/> does it.</summary>
    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("POOL-write-128B", Role.Ours), Row("POOL-write-4KB", Role.Ours), Row("POOL-write-64KB", Role.Ours)]
    [Row("POOL-write-128KB", Role.Ours), Row("POOL-write-1MB", Role.Ours)]
    public ReadOnlyMemory<byte> NewAndDisposed()
    {
        ReadOnlyMemory<byte> last = default;
        for (int i = 0; i < Operations; i++)
        {
            using var writer = new PooledArrayBufferWriter<byte>();
            last = Fill(writer);
        }

        return last;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("POOL-write-128B", Role.Ours), Row("POOL-write-4KB", Role.Ours), Row("POOL-write-64KB", Role.Ours)]
    [Row("POOL-write-128KB", Role.Ours), Row("POOL-write-1MB", Role.Ours)]
    public ReadOnlyMemory<byte> OwnedAndReset()
    {
        ReadOnlyMemory<byte> last = default;
        for (int i = 0; i < Operations; i++)
        {
            Owned.ResetWrittenCount();
            last = Fill(Owned);
        }

        return last;
    }

    private ReadOnlyMemory<byte> Fill(PooledArrayBufferWriter<byte> writer)
    {
        foreach (byte[] piece in _pieces)
            writer.Write(piece);

        _sum += writer.WrittenSpan[^1];
        return writer.WrittenMemory;
    }
}
