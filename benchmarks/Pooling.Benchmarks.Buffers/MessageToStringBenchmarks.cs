namespace Pooling.Benchmarks.Buffers;

/// <summary>Measures the log text for a received binary message, which contains its length.</summary>
public class MessageToStringBenchmarks : WriterBenchmarks
{
    private const string Beginning = "Binary, its length = "; // as long as the published text: 72 B with two digits

    private readonly MemoryStream _stream = new();

    [Params(64, 4_096, 32_768)]
    public int Length { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        _stream.Write(new byte[Length]);
        Owned.Write(new byte[Length]);
    }

    [Benchmark(Baseline = true), Row("WSC-to-string-*", Role.Before)]
    public string StreamToArray() => $"{Beginning}{_stream.ToArray().Length}";

    [Benchmark, Row("WSC-to-string-*", Role.Published)]
    public string StreamLength() => $"{Beginning}{_stream.Length}";

    [Benchmark, Row("WSC-to-string-*", Role.Ours)]
    public string WrittenCount() => $"{Beginning}{Owned.WrittenCount}";
}
