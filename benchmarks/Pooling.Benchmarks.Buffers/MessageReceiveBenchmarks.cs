using System.Buffers;
using System.Text;
using BenchmarkDotNet.Attributes;
using Microsoft.IO;
using Pooling.Buffers;
using Pooling.Objects;

namespace Pooling.Benchmarks.Buffers;

/// <summary>A websocket message of text that arrives in chunks of 4 KB: gathered, decoded, and its buffer let go.</summary>
public partial class MessageReceiveBenchmarks
{
    private const int Operations = 20;
    private const int LongestChunk = 4096;
    private const int PublishedCapacity = 16 * 1024;
    private const int PublishedRetained = 64 * 1024;

    private readonly BufferWriterPool _pool = new();
    private readonly PooledArrayBufferWriter<byte> _owned = new();
    private readonly RecyclableMemoryStreamManager _streams = new();
    private readonly ArrayBufferWriter<byte> _stock = new(PublishedCapacity);
    private readonly PublishedPooledWriter _published = new(PublishedCapacity, PublishedRetained);
    private byte[] _message = [];
    private int _chunk;
    private int _sum;

    [Params(128, 4_096, 32_768, 131_072)]
    public int Length { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        _message = new byte[Length];
        _message.AsSpan().Fill((byte)'x');
        _chunk = Math.Min(Length, LongestChunk);
    }

    [GlobalCleanup]
    public void Cleanup()
    {
        _pool.Dispose();
        _owned.Dispose();
        _published.Dispose();
    }

    /// <summary>The plain way as it was published: decoded from one buffer,
    /// which the stream makes of its blocks if the message is longer than one.</summary>
    [Benchmark(Baseline = true, OperationsPerInvoke = Operations)]
    [Row("WSC-receive-128B", Role.Before)]
    [Row("WSC-receive-4KB", Role.Before)]
    [Row("WSC-receive-32KB", Role.Before)]
    [Row("WSC-receive-128KB", Role.Before)]
    public string RecyclableStream()
    {
        byte[] message = _message;
        int chunk = _chunk;
        string last = "";
        for (int i = 0; i < Operations; i++)
        {
            using RecyclableMemoryStream stream = _streams.GetStream();
            for (int at = 0; at < message.Length; at += chunk)
                stream.Write(message.AsSpan(at, chunk));

            last = Encoding.UTF8.GetString(stream.GetBuffer(), 0, (int)stream.Length);
        }

        return last;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("WSC-receive-128B", Role.Peer, "MemoryStream")]
    [Row("WSC-receive-4KB", Role.Peer, "MemoryStream")]
    [Row("WSC-receive-32KB", Role.Peer, "MemoryStream")]
    [Row("WSC-receive-128KB", Role.Peer, "MemoryStream")]
    public string MemoryStream()
    {
        byte[] message = _message;
        int chunk = _chunk;
        string last = "";
        for (int i = 0; i < Operations; i++)
        {
            using var stream = new MemoryStream();
            for (int at = 0; at < message.Length; at += chunk)
                stream.Write(message.AsSpan(at, chunk));

            last = Encoding.UTF8.GetString(stream.GetBuffer(), 0, (int)stream.Length);
        }

        return last;
    }

    /// <summary>The published middle column: one writer for all messages, which keeps whatever it grew to.</summary>
    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("WSC-receive-128B", Role.Published)]
    [Row("WSC-receive-4KB", Role.Published)]
    [Row("WSC-receive-32KB", Role.Published)]
    [Row("WSC-receive-128KB", Role.Published)]
    public string ArrayBufferWriter()
    {
        byte[] message = _message;
        int chunk = _chunk;
        ArrayBufferWriter<byte> writer = _stock;
        string last = "";
        for (int i = 0; i < Operations; i++)
        {
            writer.ResetWrittenCount();
            for (int at = 0; at < message.Length; at += chunk)
                writer.Write(message.AsSpan(at, chunk));

            last = Encoding.UTF8.GetString(writer.WrittenSpan);
        }

        return last;
    }

    /// <summary>The published last column: keeps up to 64 KB, so that a longer message makes it grow anew each time.</summary>
    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("WSC-receive-128B", Role.Published)]
    [Row("WSC-receive-4KB", Role.Published)]
    [Row("WSC-receive-32KB", Role.Published)]
    [Row("WSC-receive-128KB", Role.Published)]
    public string PublishedWriter()
    {
        byte[] message = _message;
        int chunk = _chunk;
        PublishedPooledWriter writer = _published;
        string last = "";
        for (int i = 0; i < Operations; i++)
        {
            writer.Reset();
            for (int at = 0; at < message.Length; at += chunk)
                writer.Write(message.AsSpan(at, chunk));

            last = Encoding.UTF8.GetString(writer.WrittenSpan);
        }

        return last;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("WSC-receive-128B", Role.Ours)]
    [Row("WSC-receive-4KB", Role.Ours)]
    [Row("WSC-receive-32KB", Role.Ours)]
    [Row("WSC-receive-128KB", Role.Ours)]
    public string Rented()
    {
        byte[] message = _message;
        int chunk = _chunk;
        string last = "";
        for (int i = 0; i < Operations; i++)
        {
            using PooledLease<PooledArrayBufferWriter<byte>> lease = _pool.Rent();
            PooledArrayBufferWriter<byte> writer = lease.Value;
            for (int at = 0; at < message.Length; at += chunk)
                writer.Write(message.AsSpan(at, chunk));

            last = Encoding.UTF8.GetString(writer.WrittenSpan);
        }

        return last;
    }

    /// <summary>A writer that the connection keeps and resets.</summary>
    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("WSC-receive-128B", Role.Ours)]
    [Row("WSC-receive-4KB", Role.Ours)]
    [Row("WSC-receive-32KB", Role.Ours)]
    [Row("WSC-receive-128KB", Role.Ours)]
    public string OwnedAndReset()
    {
        byte[] message = _message;
        int chunk = _chunk;
        PooledArrayBufferWriter<byte> writer = _owned;
        string last = "";
        for (int i = 0; i < Operations; i++)
        {
            writer.ResetWrittenCount();
            for (int at = 0; at < message.Length; at += chunk)
                writer.Write(message.AsSpan(at, chunk));

            last = Encoding.UTF8.GetString(writer.WrittenSpan);
        }

        return last;
    }

    /// <summary>Gathered in chunks, never contiguous; decoded from their sequence.</summary>
    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("WSC-receive-128B", Role.Ours)]
    [Row("WSC-receive-4KB", Role.Ours)]
    [Row("WSC-receive-32KB", Role.Ours)]
    [Row("WSC-receive-128KB", Role.Ours)]
    public string RentedChunks()
    {
        byte[] message = _message;
        int chunk = _chunk;
        string last = "";
        for (int i = 0; i < Operations; i++)
        {
            using PooledLease<SegmentedBufferWriter> lease = SegmentedBufferWriter.Rent(_pool);
            SegmentedBufferWriter writer = lease.Value;
            for (int at = 0; at < message.Length; at += chunk)
                writer.Write(message.AsSpan(at, chunk));

            last = Encoding.UTF8.GetString(writer.WrittenSequence);
        }

        return last;
    }

    /// <summary>No text at all: whoever handles the message reads its bytes, and the lease ends after that.</summary>
    [Benchmark(OperationsPerInvoke = Operations)]
    [OutputNotCompared("Bytes where the others give text: the check of the class compares them.")]
    [Row("WSC-receive-128B", Role.Ours)]
    [Row("WSC-receive-4KB", Role.Ours)]
    [Row("WSC-receive-32KB", Role.Ours)]
    [Row("WSC-receive-128KB", Role.Ours)]
    public ReadOnlyMemory<byte> RentedWithoutText()
    {
        byte[] message = _message;
        int chunk = _chunk;
        ReadOnlyMemory<byte> last = default;
        for (int i = 0; i < Operations; i++)
        {
            using PooledLease<PooledArrayBufferWriter<byte>> lease = _pool.Rent();
            PooledArrayBufferWriter<byte> writer = lease.Value;
            for (int at = 0; at < message.Length; at += chunk)
                writer.Write(message.AsSpan(at, chunk));

            _sum += writer.WrittenSpan[^1];
            last = writer.WrittenMemory;
        }

        return last;
    }

    [SmokeCheck(nameof(RentedWithoutText))]
    public string CheckBytes()
    {
        if (Encoding.UTF8.GetString(RentedWithoutText().Span) != MemoryStream())
            throw new InvalidOperationException("The bytes are not those of the text.");

        return "the bytes are those of the text";
    }
}
