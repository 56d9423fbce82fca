using System.Globalization;
using BenchmarkDotNet.Attributes;
using Pooling.Json;

namespace Pooling.Benchmarks.Json;

/// <summary>A message of 8 MB as JSON to a caller's stream: what is allocated, and what that makes the garbage collector do.</summary>
public class PooledUtf8JsonWriterLargeStreamBenchmarks
{
    private const int Kilobytes = 8192;
    private const int CheckedRuns = 5;

    private readonly OpcPayload _payload = new(Kilobytes);
    private readonly Utf8JsonWriterPool _pool = new();
    private readonly PublishedOpcEncoder _published = new();
    private readonly MemoryStream _stream = new(16 * 1024 * 1024);
    private string _last = "";

    [GlobalCleanup]
    public void Cleanup() => _pool.Dispose();

    [Benchmark(Baseline = true)]
    [Row("OPCUA-json-large-stream", Role.Before)]
    public ReadOnlyMemory<byte> Text()
    {
        _last = nameof(Text);
        _stream.SetLength(0);
        using (var encoder = new OpcTextEncoder(_stream))
            encoder.Write(_payload);

        return Written();
    }

    [Benchmark]
    [Row("OPCUA-json-large-stream", Role.Published)]
    public ReadOnlyMemory<byte> Published()
    {
        _last = nameof(Published);
        _stream.SetLength(0);
        _published.Write(_payload, _stream);
        return Written();
    }

    [Benchmark]
    [Row("OPCUA-json-large-stream", Role.Ours)]
    public ReadOnlyMemory<byte> Leased()
    {
        _last = nameof(Leased);
        _stream.SetLength(0);
        using (PooledUtf8JsonWriter lease = _pool.Rent(_stream, PublishedOpcEncoder.Options))
            new OpcJsonEncoder(lease.Writer, null).Write(_payload);

        return Written();
    }

    [SmokeCheck(nameof(Text), nameof(Published), nameof(Leased))]
    public string Garbage()
    {
        int collections = GC.CollectionCount(2);
        long before = GC.GetAllocatedBytesForCurrentThread();
        for (int i = 0; i < CheckedRuns; i++)
            RunLast();

        long bytes = (GC.GetAllocatedBytesForCurrentThread() - before) / CheckedRuns;
        return string.Create(CultureInfo.InvariantCulture,
            $"{bytes:N0} B allocated a run, {GC.CollectionCount(2) - collections} collections of generation 2 in {CheckedRuns}");
    }

    private ReadOnlyMemory<byte> RunLast() => _last switch
    {
        nameof(Text) => Text(),
        nameof(Published) => Published(),
        _ => Leased(),
    };

    private ReadOnlyMemory<byte> Written() => _stream.GetBuffer().AsMemory(0, (int)_stream.Length);
}
