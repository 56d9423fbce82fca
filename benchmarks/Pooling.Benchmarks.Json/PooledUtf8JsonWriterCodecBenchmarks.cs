using BenchmarkDotNet.Attributes;
using Pooling.Json;

namespace Pooling.Benchmarks.Json;

/// <summary>An OPC UA message as JSON, to an array and to a caller's stream: 1 KB is without the arrays of 1,000 numbers, 100 KB and 8 MB
/// are with them.</summary>
public class PooledUtf8JsonWriterCodecBenchmarks : OpcBenchmarks
{
    private readonly byte[] _kept = new byte[16 * 1024 * 1024];
    private OpcPayload _payload = null!;

    [Params(1, 100, 8192)]
    public int Kilobytes { get; set; }

    [GlobalSetup]
    public void Setup() => _payload = new OpcPayload(Kilobytes);

    [Benchmark(Baseline = true), BenchmarkCategory("memory"), Row("OPCUA-json-memory", Role.Before)]
    public byte[] MemoryText()
    {
        using var stream = new MemoryStream();
        using (var encoder = new OpcTextEncoder(stream))
            encoder.Write(_payload);

        return stream.ToArray();
    }

    [Benchmark, BenchmarkCategory("memory"), Row("OPCUA-json-memory", Role.Published)]
    public byte[] MemoryPublished() => WritePublishedToArray(_payload);

    [Benchmark, BenchmarkCategory("memory"), Row("OPCUA-json-memory", Role.Ours)]
    public byte[] MemoryLeased()
    {
        using PooledUtf8JsonWriter lease = Pool.Rent(OpcJsonEncoder.Options);
        new OpcJsonEncoder(lease.Writer).Write(_payload);
        return lease.WrittenSpan.ToArray();
    }

    [Benchmark, BenchmarkCategory("memory"), Row("OPCUA-json-memory", Role.Advice, "read where it was written: no array is made")]
    public ReadOnlyMemory<byte> MemoryLeasedInPlace()
    {
        using PooledUtf8JsonWriter lease = Pool.Rent(OpcJsonEncoder.Options);
        new OpcJsonEncoder(lease.Writer).Write(_payload);
        lease.WrittenSpan.CopyTo(_kept); // so that it can be compared
        return _kept.AsMemory(0, lease.WrittenCount);
    }

    [Benchmark(Baseline = true), BenchmarkCategory("stream"), Row("OPCUA-json-stream", Role.Before)]
    public ReadOnlyMemory<byte> StreamText() => WriteText(_payload);

    [Benchmark, BenchmarkCategory("stream"), Row("OPCUA-json-stream", Role.Published)]
    public ReadOnlyMemory<byte> StreamPublished() => WritePublished(_payload);

    [Benchmark, BenchmarkCategory("stream"), Row("OPCUA-json-stream", Role.Ours)]
    public ReadOnlyMemory<byte> StreamLeased() => WriteLeased(_payload);
}
