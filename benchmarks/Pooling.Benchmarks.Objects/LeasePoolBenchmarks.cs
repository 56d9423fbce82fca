namespace Pooling.Benchmarks.Objects;

/// <summary>One lease at a time. Leases and the scan refuse double returns; DefaultObjectPool does not.</summary>
[GenericTypeArguments(typeof(Bytes48))]
[GenericTypeArguments(typeof(Bytes104))]
public partial class LeasePoolBenchmarks<TContent> where TContent : struct
{
    private const int Operations = 1_000;

    private readonly ObjectPool<Item<TContent>> _default = new DefaultObjectPool<Item<TContent>>(new ItemPolicy<TContent>(), 1_024);
    private readonly ScanPool<Item<TContent>> _scan = new(static () => new Item<TContent>());
    private readonly LeasePool<Item<TContent>> _lease = new(new ItemPolicy<TContent>());

    [GlobalCleanup]
    public void Cleanup() => _lease.Dispose();

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations), Row("POOL-lease-*", Role.Before)]
    public long New() => ItemLoops<TContent>.Use(default(NewItems<TContent>), Operations);

    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("POOL-lease-*", Role.Peer, "DefaultObjectPool: double returns pass")]
    public long Default() => ItemLoops<TContent>.Use(new DefaultItems<TContent>(_default), Operations);

    [Benchmark(OperationsPerInvoke = Operations), Row("POOL-lease-*", Role.Published)]
    public long Scan() => ItemLoops<TContent>.Use(new ScanItems<TContent>(_scan), Operations);

    [Benchmark(OperationsPerInvoke = Operations), Row("POOL-lease-*", Role.Ours)]
    public long Lease() => ItemLoops<TContent>.Lease(_lease, Operations);
}
