namespace Pooling.Benchmarks.Json;

/// <summary>The base class of benchmarks of exports. For each row of rows.json, they have the three contenders that it names.</summary>
public abstract class CustomerExportBenchmarks : CustomerBenchmarks
{
    private const string ComparedAsJson = "escapes and encodings differ, and some rows write nothing: the smoke run compares the documents";

    [ParamsSource(nameof(Exports))]
    public string Export { get; set; } = "";

    public IEnumerable<string> Exports => Table.Keys;

    private protected Dictionary<string, (Action<Stream> Before, Action<Stream> Published, Action<Stream> Ours)> Table { get; init; } = [];

    [Benchmark(Baseline = true), OutputNotCompared(ComparedAsJson), Row("ODATA-*", Role.Before)]
    public ReadOnlyMemory<byte> Before() => Write(Table[Export].Before);

    [Benchmark, OutputNotCompared(ComparedAsJson), Row("ODATA-*", Role.Published)]
    public ReadOnlyMemory<byte> Published() => Write(Table[Export].Published);

    [Benchmark, OutputNotCompared(ComparedAsJson), Row("ODATA-*", Role.Ours)]
    public ReadOnlyMemory<byte> Leased() => Write(Table[Export].Ours);

    [SmokeCheck(nameof(Before), nameof(Published), nameof(Leased))]
    public string Check() => Target.Length == 0 && Export.Contains("noop", StringComparison.Ordinal) ? "writes nothing" : Verify();
}
