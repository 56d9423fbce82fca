using System.Buffers;
using BenchmarkDotNet.Attributes;
using CommunityToolkit.HighPerformance.Buffers;
using Pooling.Buffers;
using Pooling.Objects;

namespace Pooling.Benchmarks.Buffers;

/// <summary>One message at a time: get a writer, write the message, read it, let the writer go.
/// Messages above 4 KB are written in pieces.</summary>
public partial class PooledArrayBufferWriterBenchmarks
{
    private const int Operations = 50;
    private const int LongestPiece = 4096;

    private readonly BufferWriterPool _pool = new();
    private readonly PooledArrayBufferWriter<byte> _owned = new();
    private byte[] _message = [];
    private int _piece;
    private int _sum;

    [Params(128, 4_096, 65_536, 131_072, 1_048_576)]
    public int Length { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        _message = new byte[Length];
        new Random(Length).NextBytes(_message);
        _piece = Math.Min(Length, LongestPiece);
    }

    [GlobalCleanup]
    public void Cleanup()
    {
        _pool.Dispose();
        _owned.Dispose();
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations)]
    [Row("POOL-write-128B", Role.Before)]
    [Row("POOL-write-4KB", Role.Before)]
    [Row("POOL-write-64KB", Role.Before)]
    [Row("POOL-write-128KB", Role.Before)]
    [Row("POOL-write-1MB", Role.Before)]
    public ReadOnlyMemory<byte> ArrayBufferWriter()
    {
        byte[] message = _message;
        int piece = _piece;
        ReadOnlyMemory<byte> last = default;
        for (int i = 0; i < Operations; i++)
        {
            var writer = new ArrayBufferWriter<byte>();
            for (int at = 0; at < message.Length; at += piece)
                writer.Write(message.AsSpan(at, piece));

            _sum += writer.WrittenSpan[^1];
            last = writer.WrittenMemory;
        }

        return last;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("POOL-write-128B", Role.Peer, "MemoryStream")]
    [Row("POOL-write-4KB", Role.Peer, "MemoryStream")]
    [Row("POOL-write-64KB", Role.Peer, "MemoryStream")]
    [Row("POOL-write-128KB", Role.Peer, "MemoryStream")]
    [Row("POOL-write-1MB", Role.Peer, "MemoryStream")]
    public ReadOnlyMemory<byte> MemoryStream()
    {
        byte[] message = _message;
        int piece = _piece;
        ReadOnlyMemory<byte> last = default;
        for (int i = 0; i < Operations; i++)
        {
            using var stream = new MemoryStream();
            for (int at = 0; at < message.Length; at += piece)
                stream.Write(message.AsSpan(at, piece));

            byte[] buffer = stream.GetBuffer();
            int length = (int)stream.Length;
            _sum += buffer[length - 1];
            last = new ReadOnlyMemory<byte>(buffer, 0, length);
        }

        return last;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("POOL-write-128B", Role.Peer, "CommunityToolkit ArrayPoolBufferWriter")]
    [Row("POOL-write-4KB", Role.Peer, "CommunityToolkit ArrayPoolBufferWriter")]
    [Row("POOL-write-64KB", Role.Peer, "CommunityToolkit ArrayPoolBufferWriter")]
    [Row("POOL-write-128KB", Role.Peer, "CommunityToolkit ArrayPoolBufferWriter")]
    [Row("POOL-write-1MB", Role.Peer, "CommunityToolkit ArrayPoolBufferWriter")]
    public ReadOnlyMemory<byte> ToolkitWriter()
    {
        byte[] message = _message;
        int piece = _piece;
        ReadOnlyMemory<byte> last = default;
        for (int i = 0; i < Operations; i++)
        {
            using var writer = new ArrayPoolBufferWriter<byte>();
            for (int at = 0; at < message.Length; at += piece)
                writer.Write(message.AsSpan(at, piece));

            _sum += writer.WrittenSpan[^1];
            last = writer.WrittenMemory;
        }

        return last;
    }

    /// <summary>The floor for writers that share their arrays: the length is known at the start, and nothing grows.</summary>
    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("POOL-write-128B", Role.Peer, "ArrayPool")]
    [Row("POOL-write-4KB", Role.Peer, "ArrayPool")]
    [Row("POOL-write-64KB", Role.Peer, "ArrayPool")]
    [Row("POOL-write-128KB", Role.Peer, "ArrayPool")]
    [Row("POOL-write-1MB", Role.Peer, "ArrayPool")]
    public ReadOnlyMemory<byte> BareArrayPool()
    {
        byte[] message = _message;
        int piece = _piece;
        ReadOnlyMemory<byte> last = default;
        for (int i = 0; i < Operations; i++)
        {
            byte[] array = ArrayPool<byte>.Shared.Rent(message.Length);
            for (int at = 0; at < message.Length; at += piece)
                message.AsSpan(at, piece).CopyTo(array.AsSpan(at));

            _sum += array[message.Length - 1];
            last = new ReadOnlyMemory<byte>(array, 0, message.Length);
            ArrayPool<byte>.Shared.Return(array);
        }

        return last;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("POOL-write-128B", Role.Ours)]
    [Row("POOL-write-4KB", Role.Ours)]
    [Row("POOL-write-64KB", Role.Ours)]
    [Row("POOL-write-128KB", Role.Ours)]
    [Row("POOL-write-1MB", Role.Ours)]
    public ReadOnlyMemory<byte> Rented()
    {
        byte[] message = _message;
        int piece = _piece;
        ReadOnlyMemory<byte> last = default;
        for (int i = 0; i < Operations; i++)
        {
            using PooledLease<PooledArrayBufferWriter<byte>> lease = PooledArrayBufferWriter.Rent(_pool);
            PooledArrayBufferWriter<byte> writer = lease.Value;
            for (int at = 0; at < message.Length; at += piece)
                writer.Write(message.AsSpan(at, piece));

            _sum += writer.WrittenSpan[^1];
            last = writer.WrittenMemory;
        }

        return last;
    }

    /// <summary>As a serializer writes that knows nothing but the interface.</summary>
    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("POOL-write-128B", Role.Ours)]
    [Row("POOL-write-4KB", Role.Ours)]
    [Row("POOL-write-64KB", Role.Ours)]
    [Row("POOL-write-128KB", Role.Ours)]
    [Row("POOL-write-1MB", Role.Ours)]
    public ReadOnlyMemory<byte> RentedThroughInterface()
    {
        byte[] message = _message;
        int piece = _piece;
        ReadOnlyMemory<byte> last = default;
        for (int i = 0; i < Operations; i++)
        {
            using PooledLease<PooledArrayBufferWriter<byte>> lease = PooledArrayBufferWriter.Rent(_pool);
            IBufferWriter<byte> target = lease.Value;
            for (int at = 0; at < message.Length; at += piece)
            {
                message.AsSpan(at, piece).CopyTo(target.GetSpan(piece));
                target.Advance(piece);
            }

            _sum += lease.Value.WrittenSpan[^1];
            last = lease.Value.WrittenMemory;
        }

        return last;
    }

    /// <summary>A writer made and disposed for each message, as <see cref="ToolkitWriter"/> does it.</summary>
    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("POOL-write-128B", Role.Ours)]
    [Row("POOL-write-4KB", Role.Ours)]
    [Row("POOL-write-64KB", Role.Ours)]
    [Row("POOL-write-128KB", Role.Ours)]
    [Row("POOL-write-1MB", Role.Ours)]
    public ReadOnlyMemory<byte> NewAndDisposed()
    {
        byte[] message = _message;
        int piece = _piece;
        ReadOnlyMemory<byte> last = default;
        for (int i = 0; i < Operations; i++)
        {
            using var writer = new PooledArrayBufferWriter<byte>();
            for (int at = 0; at < message.Length; at += piece)
                writer.Write(message.AsSpan(at, piece));

            _sum += writer.WrittenSpan[^1];
            last = writer.WrittenMemory;
        }

        return last;
    }

    /// <summary>A writer that its connection keeps and resets.</summary>
    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("POOL-write-128B", Role.Ours)]
    [Row("POOL-write-4KB", Role.Ours)]
    [Row("POOL-write-64KB", Role.Ours)]
    [Row("POOL-write-128KB", Role.Ours)]
    [Row("POOL-write-1MB", Role.Ours)]
    public ReadOnlyMemory<byte> OwnedAndReset()
    {
        byte[] message = _message;
        int piece = _piece;
        PooledArrayBufferWriter<byte> writer = _owned;
        ReadOnlyMemory<byte> last = default;
        for (int i = 0; i < Operations; i++)
        {
            writer.ResetWrittenCount();
            for (int at = 0; at < message.Length; at += piece)
                writer.Write(message.AsSpan(at, piece));

            _sum += writer.WrittenSpan[^1];
            last = writer.WrittenMemory;
        }

        return last;
    }
}
