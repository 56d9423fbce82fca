namespace Pooling.Benchmarks.Buffers;

/// <summary>Measures a WebSocket text message that arrives in chunks of 4 KB. It is collected and decoded, and its buffer is
/// released.</summary>
public class MessageReceiveBenchmarks : WriterBenchmarks
{
    private readonly RecyclableMemoryStreamManager _streams = new();
    private readonly ArrayBufferWriter<byte> _stock = new(16 * 1024);
    private readonly KeptArrayWriter _published = new(initialCapacity: 16 * 1024, maxRetained: 64 * 1024);
    private byte[][] _chunks = [];

    [Params(128, 4_096, 32_768, 131_072)]
    public int Length { get; set; }

    [GlobalSetup]
    public void Setup() => _chunks = [.. Enumerable.Repeat((byte)'x', Length).Chunk(4096)];

    /// <summary>Uses an id, because a random one takes a system call on Linux. The text is decoded from one buffer, which is copied from
    /// the blocks.</summary>
    [Benchmark(Baseline = true), Row("WSC-receive-*", Role.Before)]
    public string RecyclableStream()
    {
        using RecyclableMemoryStream stream = _streams.GetStream(Guid.Empty);
        foreach (byte[] chunk in _chunks)
            stream.Write(chunk);

        return Encoding.UTF8.GetString(stream.GetBuffer(), 0, (int)stream.Length);
    }

    /// <summary>The published middle column: one writer for all messages, which never shrinks.</summary>
    [Benchmark, Row("WSC-receive-*", Role.Published)]
    public string ArrayBufferWriter()
    {
        _stock.ResetWrittenCount();
        foreach (byte[] chunk in _chunks)
            _stock.Write(chunk);

        return Encoding.UTF8.GetString(_stock.WrittenSpan);
    }

    /// <summary>The published last column: keeps up to 64 KB, so that it grows again for each longer message.</summary>
    [Benchmark, Row("WSC-receive-*", Role.Published)]
    public string PublishedWriter()
    {
        _published.Reset();
        foreach (byte[] chunk in _chunks)
            _published.Write(chunk);

        return Encoding.UTF8.GetString(_published.Written.Span);
    }

    [Benchmark, Row("WSC-receive-*", Role.Ours)]
    public string Rented()
    {
        using PooledLease<PooledArrayBufferWriter<byte>> lease = Pool.Rent();
        return Encoding.UTF8.GetString(Fill(lease.Value, _chunks).Span);
    }

    [Benchmark, Row("WSC-receive-*", Role.Ours)]
    public string OwnedAndReset() => Encoding.UTF8.GetString(Fill(Reset(), _chunks).Span);

    [Benchmark, Row("WSC-receive-*", Role.Advice, "the message as bytes, not decoded")]
    public void RentedWithoutText()
    {
        using PooledLease<PooledArrayBufferWriter<byte>> lease = Pool.Rent();
        Fill(lease.Value, _chunks);
    }
}
