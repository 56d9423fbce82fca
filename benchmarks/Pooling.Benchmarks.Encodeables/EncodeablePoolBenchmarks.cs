namespace Pooling.Benchmarks.Encodeables;

/// <summary>What 1,000 of each of the three published types cost the garbage collector: the published figure counts collections per 1,000
/// such runs.</summary>
public class EncodeablePoolBenchmarks
{
    private readonly PooledScopeBenchmarks<Item> _items = new();
    private readonly PooledScopeBenchmarks<DataChange> _containers = new();
    private readonly PooledScopeBenchmarks<Event> _events = new();

    [Benchmark(Baseline = true)]
    [Row("OPCUA-gen0-collections", Role.Before)]
    public long New() => _items.New() + _containers.New() + _events.New();

    [Benchmark]
    [Row("OPCUA-gen0-collections", Role.Published)]
    public long Published() => _items.Published() + _containers.Published() + _events.Published();

    [Benchmark]
    [Row("OPCUA-gen0-collections", Role.Ours)]
    public long Scope() => _items.Scope() + _containers.Scope() + _events.Scope();

    [SmokeCheck(nameof(Scope))]
    public string Collections() => string.Create(CultureInfo.InvariantCulture,
        $"generation-0 collections in 1,000 runs: new {Count(New)}, published {Count(Published)}, scope {Count(Scope)}");

    private static int Count(Func<long> run)
    {
        run();
        int before = GC.CollectionCount(0);
        for (int i = 0; i < 1_000; i++)
            run();

        return GC.CollectionCount(0) - before;
    }
}
