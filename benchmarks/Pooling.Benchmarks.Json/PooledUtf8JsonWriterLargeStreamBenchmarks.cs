namespace Pooling.Benchmarks.Json;

/// <summary>A message of 8 MB as JSON to a caller's stream: what is allocated, and what that makes the garbage collector do.</summary>
public class PooledUtf8JsonWriterLargeStreamBenchmarks
{
    private const int CheckedRuns = 5;

    private readonly PooledUtf8JsonWriterCodecBenchmarks _codec = new() { Kilobytes = 8192 };
    private string _last = "";

    public PooledUtf8JsonWriterLargeStreamBenchmarks() => _codec.Setup();

    [GlobalCleanup]
    public void Cleanup() => _codec.Cleanup();

    [Benchmark(Baseline = true), Row("OPCUA-json-large-stream", Role.Before)]
    public ReadOnlyMemory<byte> Text() => Run(nameof(Text));

    [Benchmark, Row("OPCUA-json-large-stream", Role.Published)]
    public ReadOnlyMemory<byte> Published() => Run(nameof(Published));

    [Benchmark, Row("OPCUA-json-large-stream", Role.Ours)]
    public ReadOnlyMemory<byte> Leased() => Run(nameof(Leased));

    [SmokeCheck(nameof(Text), nameof(Published), nameof(Leased))]
    public string Garbage()
    {
        int collections = GC.CollectionCount(2);
        long before = GC.GetAllocatedBytesForCurrentThread();
        for (int i = 0; i < CheckedRuns; i++)
            Run(_last);

        long bytes = (GC.GetAllocatedBytesForCurrentThread() - before) / CheckedRuns;
        return string.Create(CultureInfo.InvariantCulture,
            $"{bytes:N0} B allocated a run, {GC.CollectionCount(2) - collections} collections of generation 2 in {CheckedRuns}");
    }

    private ReadOnlyMemory<byte> Run(string contender)
    {
        _last = contender;
        return contender switch
        {
            nameof(Text) => _codec.StreamText(),
            nameof(Published) => _codec.StreamPublished(),
            _ => _codec.StreamLeased(),
        };
    }
}
