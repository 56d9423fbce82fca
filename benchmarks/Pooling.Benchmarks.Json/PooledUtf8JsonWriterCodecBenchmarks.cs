using BenchmarkDotNet.Attributes;
using Pooling.Json;

namespace Pooling.Benchmarks.Json;

/// <summary>An OPC UA message as JSON, to memory and to a caller's stream.</summary>
public class PooledUtf8JsonWriterCodecBenchmarks
{
    private readonly Utf8JsonWriterPool _pool = new();
    private readonly PublishedOpcEncoder _published = new();
    private readonly MemoryStream _stream = new(16 * 1024 * 1024);
    private readonly byte[] _kept = new byte[16 * 1024 * 1024];
    private OpcPayload _payload = null!;

    [Params(1, 100, 8192)]
    public int Kilobytes { get; set; }

    [GlobalSetup]
    public void Setup() => _payload = new OpcPayload(Kilobytes);

    [GlobalCleanup]
    public void Cleanup() => _pool.Dispose();

    [Benchmark(Baseline = true)]
    [BenchmarkCategory("memory")]
    [Row("OPCUA-json-memory", Role.Before)]
    public byte[] MemoryText()
    {
        using var stream = new MemoryStream();
        using (var encoder = new OpcTextEncoder(stream))
            encoder.Write(_payload);

        return stream.ToArray();
    }

    [Benchmark]
    [BenchmarkCategory("memory")]
    [Row("OPCUA-json-memory", Role.Published)]
    public ReadOnlyMemory<byte> MemoryPublished()
    {
        using PublishedArrayPoolWriter buffer = _published.Write(_payload);
        return Keep(buffer.WrittenMemory.Span);
    }

    [Benchmark]
    [BenchmarkCategory("memory")]
    [Row("OPCUA-json-memory", Role.Ours)]
    public ReadOnlyMemory<byte> MemoryLeased()
    {
        using PooledUtf8JsonWriter lease = _pool.Rent(PublishedOpcEncoder.Options);
        new OpcJsonEncoder(lease.Writer, null).Write(_payload);
        return Keep(lease.WrittenSpan);
    }

    [Benchmark(Baseline = true)]
    [BenchmarkCategory("stream")]
    [Row("OPCUA-json-stream", Role.Before)]
    public ReadOnlyMemory<byte> StreamText()
    {
        _stream.SetLength(0);
        using (var encoder = new OpcTextEncoder(_stream))
            encoder.Write(_payload);

        return Written();
    }

    [Benchmark]
    [BenchmarkCategory("stream")]
    [Row("OPCUA-json-stream", Role.Published)]
    public ReadOnlyMemory<byte> StreamPublished()
    {
        _stream.SetLength(0);
        _published.Write(_payload, _stream);
        return Written();
    }

    [Benchmark]
    [BenchmarkCategory("stream")]
    [Row("OPCUA-json-stream", Role.Ours)]
    public ReadOnlyMemory<byte> StreamLeased()
    {
        _stream.SetLength(0);
        using (PooledUtf8JsonWriter lease = _pool.Rent(_stream, PublishedOpcEncoder.Options))
            new OpcJsonEncoder(lease.Writer, null).Write(_payload);

        return Written();
    }

    // The bytes outlive their buffer, to be compared; the plain way copies them, too.
    private ReadOnlyMemory<byte> Keep(ReadOnlySpan<byte> document)
    {
        document.CopyTo(_kept);
        return _kept.AsMemory(0, document.Length);
    }

    private ReadOnlyMemory<byte> Written() => _stream.GetBuffer().AsMemory(0, (int)_stream.Length);
}
