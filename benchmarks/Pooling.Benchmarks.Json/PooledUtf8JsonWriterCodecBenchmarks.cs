namespace Pooling.Benchmarks.Json;

/// <summary>An OPC UA message as JSON, to an array and to a caller's stream: 1 KB is without the arrays of 1,000 numbers, 100 KB and 8 MB
/// are with them. Nothing is cleared.</summary>
public class PooledUtf8JsonWriterCodecBenchmarks
{
    private readonly Utf8JsonWriterPool _pool = new();
    private readonly PublishedOpcEncoder _published = new();
    private readonly MemoryStream _stream = new(16 * 1024 * 1024);
    private OpcPayload _payload = null!;

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
    public byte[] MemoryPublished() => _published.Write(_payload);

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
        _stream.SetLength(0);
        using PooledUtf8JsonWriter lease = _pool.Rent(OpcJsonEncoder.Options);
        _payload.Write(new OpcJsonEncoder(lease.Writer));
        _stream.Write(lease.WrittenSpan); // so that it can be compared
        return Written();
    }

    [Benchmark(Baseline = true), BenchmarkCategory("stream"), Row("OPCUA-json-stream", Role.Before)]
    public ReadOnlyMemory<byte> StreamText()
    {
        _stream.SetLength(0);
        using (var encoder = new OpcTextEncoder(_stream))
            _payload.Write(encoder);

        return Written();
    }

    [Benchmark, BenchmarkCategory("stream"), Row("OPCUA-json-stream", Role.Published)]
    public ReadOnlyMemory<byte> StreamPublished()
    {
        _stream.SetLength(0);
        _published.Write(_payload, _stream);
        return Written();
    }

    [Benchmark, BenchmarkCategory("stream"), Row("OPCUA-json-stream", Role.Ours)]
    public ReadOnlyMemory<byte> StreamLeased()
    {
        _stream.SetLength(0);
        using (PooledUtf8JsonWriter lease = _pool.Rent(_stream, OpcJsonEncoder.Options))
            _payload.Write(new OpcJsonEncoder(lease.Writer));

        return Written();
    }

    private ReadOnlyMemory<byte> Written() => _stream.GetBuffer().AsMemory(0, (int)_stream.Length);
}
