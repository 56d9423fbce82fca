namespace Pooling.Benchmarks.Json;

/// <summary>Measures an OPC UA message as JSON, to an array and to a caller's stream. 1 KB is without the arrays of 1,000 numbers, 100 KB
/// and 8 MB are with them. Nothing is cleared.</summary>
public class PooledUtf8JsonWriterCodecBenchmarks : JsonBenchmarks
{
    private readonly Utf8JsonWriter _writer = new(Stream.Null, OpcJsonEncoder.Options); // the published codec keeps one
    private OpcPayload<OpcTextEncoder> _text = null!;
    private OpcPayload<OpcJsonEncoder> _json = null!;

    [Params(1, 100, 8192)]
    public int Kilobytes { get; set; }

    [GlobalSetup]
    public void Setup() => (_text, _json) = (new(Kilobytes), new(Kilobytes));

    [Benchmark(Baseline = true), BenchmarkCategory("memory"), Row("OPCUA-json-memory", Role.Before)]
    public byte[] MemoryText()
    {
        using var stream = new MemoryStream();
        using (var encoder = new OpcTextEncoder(stream))
            _text.Write(encoder);

        return stream.ToArray();
    }

    [Benchmark, BenchmarkCategory("memory"), Row("OPCUA-json-memory", Role.Published)]
    public byte[] MemoryPublished()
    {
        using var buffer = new ArrayPoolBuffer();
        _writer.Reset(buffer);
        _json.Write(new OpcJsonEncoder(_writer));
        _writer.Flush();
        return buffer.Written.ToArray();
    }

    [Benchmark, BenchmarkCategory("memory"), Row("OPCUA-json-memory", Role.Ours)]
    public byte[] MemoryLeased()
    {
        using PooledUtf8JsonWriter lease = Pool.Rent(OpcJsonEncoder.Options);
        _json.Write(new OpcJsonEncoder(lease.Writer));
        return lease.WrittenSpan.ToArray();
    }

    [Benchmark(Baseline = true), BenchmarkCategory("stream"), Row("OPCUA-json-stream", Role.Before)]
    [Row("OPCUA-json-large-stream", Role.Before)]
    public ReadOnlyMemory<byte> StreamText()
    {
        using (var encoder = new OpcTextEncoder(Empty()))
            _text.Write(encoder);

        return Written();
    }

    [Benchmark, BenchmarkCategory("stream"), Row("OPCUA-json-stream", Role.Published)]
    [Row("OPCUA-json-large-stream", Role.Published)]
    public ReadOnlyMemory<byte> StreamPublished()
    {
        using var buffer = new ArrayPoolBuffer();
        _writer.Reset(buffer);
        var encoder = new OpcJsonEncoder(_writer, buffer, Empty());
        _json.Write(encoder);
        encoder.Drain();
        return Written();
    }

    [Benchmark, BenchmarkCategory("stream"), Row("OPCUA-json-stream", Role.Ours)]
    [Row("OPCUA-json-large-stream", Role.Ours)]
    public ReadOnlyMemory<byte> StreamLeased()
    {
        using (PooledUtf8JsonWriter lease = Pool.Rent(Empty(), OpcJsonEncoder.Options))
            _json.Write(new OpcJsonEncoder(lease.Writer));

        return Written();
    }
}
