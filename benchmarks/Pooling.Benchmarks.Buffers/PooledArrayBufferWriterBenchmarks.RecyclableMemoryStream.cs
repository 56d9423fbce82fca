using System.Buffers;
using BenchmarkDotNet.Attributes;
using Microsoft.IO;

namespace Pooling.Benchmarks.Buffers;

public partial class PooledArrayBufferWriterBenchmarks
{
    private readonly RecyclableMemoryStreamManager _streams = new();
    private readonly Guid _streamId = Guid.NewGuid();

    /// <summary>Read in the blocks that the stream keeps (128 KB each), as its guidelines ask for.</summary>
    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("POOL-write-128B", Role.Peer, "RecyclableMemoryStream")]
    [Row("POOL-write-4KB", Role.Peer, "RecyclableMemoryStream")]
    [Row("POOL-write-64KB", Role.Peer, "RecyclableMemoryStream")]
    [Row("POOL-write-128KB", Role.Peer, "RecyclableMemoryStream")]
    [Row("POOL-write-1MB", Role.Peer, "RecyclableMemoryStream")]
    public ReadOnlySequence<byte> RecyclableStream()
    {
        byte[] message = _message;
        int piece = _piece;
        ReadOnlySequence<byte> last = default;
        for (int i = 0; i < Operations; i++)
        {
            using RecyclableMemoryStream stream = _streams.GetStream();
            for (int at = 0; at < message.Length; at += piece)
                stream.Write(message.AsSpan(at, piece));

            last = stream.GetReadOnlySequence();
            _sum += LastByte(last);
        }

        return last;
    }

    /// <summary>Without a random id for each stream: getting one from the system can cost more than the rest.</summary>
    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("POOL-write-128B", Role.Peer, "RecyclableMemoryStream, id given")]
    [Row("POOL-write-4KB", Role.Peer, "RecyclableMemoryStream, id given")]
    [Row("POOL-write-64KB", Role.Peer, "RecyclableMemoryStream, id given")]
    [Row("POOL-write-128KB", Role.Peer, "RecyclableMemoryStream, id given")]
    [Row("POOL-write-1MB", Role.Peer, "RecyclableMemoryStream, id given")]
    public ReadOnlySequence<byte> RecyclableStreamWithId()
    {
        byte[] message = _message;
        int piece = _piece;
        ReadOnlySequence<byte> last = default;
        for (int i = 0; i < Operations; i++)
        {
            using RecyclableMemoryStream stream = _streams.GetStream(_streamId);
            for (int at = 0; at < message.Length; at += piece)
                stream.Write(message.AsSpan(at, piece));

            last = stream.GetReadOnlySequence();
            _sum += LastByte(last);
        }

        return last;
    }

    /// <summary>As a serializer writes that knows nothing but the interface.</summary>
    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("POOL-write-128B", Role.Peer, "RecyclableMemoryStream, through IBufferWriter")]
    [Row("POOL-write-4KB", Role.Peer, "RecyclableMemoryStream, through IBufferWriter")]
    [Row("POOL-write-64KB", Role.Peer, "RecyclableMemoryStream, through IBufferWriter")]
    [Row("POOL-write-128KB", Role.Peer, "RecyclableMemoryStream, through IBufferWriter")]
    [Row("POOL-write-1MB", Role.Peer, "RecyclableMemoryStream, through IBufferWriter")]
    public ReadOnlySequence<byte> RecyclableStreamThroughInterface()
    {
        byte[] message = _message;
        int piece = _piece;
        ReadOnlySequence<byte> last = default;
        for (int i = 0; i < Operations; i++)
        {
            using RecyclableMemoryStream stream = _streams.GetStream();
            IBufferWriter<byte> target = stream;
            for (int at = 0; at < message.Length; at += piece)
            {
                message.AsSpan(at, piece).CopyTo(target.GetSpan(piece));
                target.Advance(piece);
            }

            last = stream.GetReadOnlySequence();
            _sum += LastByte(last);
        }

        return last;
    }

    /// <summary>Read in one piece, as the writers are: a message above one block is copied once more.</summary>
    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("POOL-write-128B", Role.Peer, "RecyclableMemoryStream, one buffer")]
    [Row("POOL-write-4KB", Role.Peer, "RecyclableMemoryStream, one buffer")]
    [Row("POOL-write-64KB", Role.Peer, "RecyclableMemoryStream, one buffer")]
    [Row("POOL-write-128KB", Role.Peer, "RecyclableMemoryStream, one buffer")]
    [Row("POOL-write-1MB", Role.Peer, "RecyclableMemoryStream, one buffer")]
    public ReadOnlyMemory<byte> RecyclableStreamInOnePiece()
    {
        byte[] message = _message;
        int piece = _piece;
        ReadOnlyMemory<byte> last = default;
        for (int i = 0; i < Operations; i++)
        {
            using RecyclableMemoryStream stream = _streams.GetStream();
            for (int at = 0; at < message.Length; at += piece)
                stream.Write(message.AsSpan(at, piece));

            if (!stream.TryGetBuffer(out ArraySegment<byte> buffer))
                throw new InvalidOperationException("The stream has no buffer for its message.");

            _sum += buffer[^1];
            last = buffer;
        }

        return last;
    }

    // The sequence of a single block needs no search.
    private static byte LastByte(in ReadOnlySequence<byte> message) =>
        message.IsSingleSegment ? message.FirstSpan[^1] : message.Slice(message.Length - 1).FirstSpan[0];
}
