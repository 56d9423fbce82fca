namespace Pooling.Benchmarks.Objects;

/// <summary>Measures 16 items rented before the first is returned, from pools that keep 32. A thread keeps 16 of them
/// by default.</summary>
public class MagazinePoolSmallLimitBenchmarks : ItemPoolBenchmarks<Bytes48>
{
    private const int Held = 16;
    private const int Limit = 2 * Held;

    private readonly Item<Bytes48>[] _items = new Item<Bytes48>[Held];
    private readonly MagazineItems<Bytes48> _forThread = new(new PoolOptions { MaxRetained = Limit, MaxRetainedPerThread = Held });

    [GlobalSetup]
    public void Setup()
    {
        _default = new(Limit);
        _magazine = new(new PoolOptions { MaxRetained = Limit });
    }

    [Benchmark(Baseline = true), Row("POOL-small-limit", Role.Before, "DefaultObjectPool")]
    public long Default() => Hold(_default, _items, Held);

    [Benchmark, Row("POOL-small-limit", Role.Ours)]
    public long Magazine() => Hold(_magazine, _items, Held);

    [Benchmark, Row("POOL-small-limit", Role.Ours, "with MaxRetainedPerThread = 16")]
    public long MagazineForThread() => Hold(_forThread, _items, Held);
}
