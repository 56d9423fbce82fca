namespace Pooling.Benchmarks.Json;

/// <summary>An OPC UA message as JSON, to an array and to a caller's stream: 1 KB is without the arrays of 1,000 numbers, 100 KB and 8 MB
/// are with them. Nothing is cleared.</summary>
public class PooledUtf8JsonWriterCodecBenchmarks
{
    private readonly Utf8JsonWriterPool _pool = new();
    private readonly MemoryStream _stream = new(16 * 1024 * 1024);
    private readonly Utf8JsonWriter _writer = new(Stream.Null, OpcJsonEncoder.Options); // the published codec keeps one
    private readonly Action _drainIfNeeded;
    private PublishedArrayPoolWriter _buffer = null!;
    private OpcPayload _payload = null!;

    public PooledUtf8JsonWriterCodecBenchmarks() => _drainIfNeeded = DrainIfNeeded;

    [Params(1, 100, 8192)]
    public int Kilobytes { get; set; }

    [GlobalSetup]
    public void Setup() => _payload = new OpcPayload(Kilobytes);

    [GlobalCleanup]
    public void Cleanup() => _pool.Dispose();

    [Benchmark(Baseline = true), BenchmarkCategory("memory"), Row("OPCUA-json-memory", Role.Before)]
    public byte[] MemoryText()
    {
        using var stream = new MemoryStream();
        using (var encoder = new OpcTextEncoder(stream))
            _payload.Write(encoder);

        return stream.ToArray();
    }

    [Benchmark, BenchmarkCategory("memory"), Row("OPCUA-json-memory", Role.Published)]
    public byte[] MemoryPublished()
    {
        using var buffer = new PublishedArrayPoolWriter(isCleared: false);
        _writer.Reset(buffer);
        _payload.Write(new OpcJsonEncoder(_writer));
        _writer.Flush();
        return buffer.WrittenSpan.ToArray();
    }

    [Benchmark, BenchmarkCategory("memory"), Row("OPCUA-json-memory", Role.Ours)]
    public byte[] MemoryLeased()
    {
        using PooledUtf8JsonWriter lease = _pool.Rent(OpcJsonEncoder.Options);
        _payload.Write(new OpcJsonEncoder(lease.Writer));
        return lease.WrittenSpan.ToArray();
    }

    [Benchmark, BenchmarkCategory("memory"), Row("OPCUA-json-memory", Role.Advice, "read where it was written: no array is made")]
    public ReadOnlyMemory<byte> MemoryLeasedInPlace()
    {
        using PooledUtf8JsonWriter lease = _pool.Rent(OpcJsonEncoder.Options);
        _payload.Write(new OpcJsonEncoder(lease.Writer));
        Empty().Write(lease.WrittenSpan); // so that it can be compared
        return Written();
    }

    [Benchmark(Baseline = true), BenchmarkCategory("stream"), Row("OPCUA-json-stream", Role.Before)]
    [Row("OPCUA-json-large-stream", Role.Before)]
    public ReadOnlyMemory<byte> StreamText()
    {
        using (var encoder = new OpcTextEncoder(Empty()))
            _payload.Write(encoder);

        return Written();
    }

    [Benchmark, BenchmarkCategory("stream"), Row("OPCUA-json-stream", Role.Published)]
    [Row("OPCUA-json-large-stream", Role.Published)]
    public ReadOnlyMemory<byte> StreamPublished()
    {
        Empty();
        using (_buffer = new PublishedArrayPoolWriter(isCleared: false))
        {
            _writer.Reset(_buffer);
            _payload.Write(new OpcJsonEncoder(_writer, _drainIfNeeded));
            _writer.Flush();
            _buffer.MoveTo(_stream);
        }

        return Written();
    }

    [Benchmark, BenchmarkCategory("stream"), Row("OPCUA-json-stream", Role.Ours)]
    [Row("OPCUA-json-large-stream", Role.Ours)]
    public ReadOnlyMemory<byte> StreamLeased()
    {
        using (PooledUtf8JsonWriter lease = _pool.Rent(Empty(), OpcJsonEncoder.Options))
            _payload.Write(new OpcJsonEncoder(lease.Writer));

        return Written();
    }

    private void DrainIfNeeded()
    {
        if (_buffer.WrittenSpan.Length + _writer.BytesPending < PublishedArrayPoolWriter.Capacity)
            return;

        _writer.Flush();
        _buffer.MoveTo(_stream);
    }

    private MemoryStream Empty()
    {
        _stream.SetLength(0);
        return _stream;
    }

    private ReadOnlyMemory<byte> Written() => _stream.GetBuffer().AsMemory(0, (int)_stream.Length);
}
