namespace Pooling.Benchmarks.Objects;

/// <summary>Measures one item at a time: it is rented, used, reset and returned. Leases and the scan reject double returns; the other pools
/// do not. A stack serves a single thread; a slot per thread keeps one item.</summary>
[GenericTypeArguments(typeof(Bytes48)), GenericTypeArguments(typeof(Bytes104))]
public partial class MagazinePoolBenchmarks<TContent> : ItemPoolBenchmarks<TContent> where TContent : struct
{
    [SmokeCheck(nameof(New))]
    public string SizeOfItem() => ObjectSize.Check(static () => new Item<TContent>(), typeof(TContent) == typeof(Bytes48) ? 48 : 104);

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations), Row("POOL-depth-1-*", Role.Before, "new")]
    [Row("POOL-lease-*", Role.Before, "new")]
    public long New() => Use(default(NewItems<TContent>));

    [Benchmark(OperationsPerInvoke = Operations), Row("POOL-depth-1-*", Role.Peer, "DefaultObjectPool")]
    [Row("POOL-lease-*", Role.Peer, "DefaultObjectPool")]
    public long Default() => Use(_default);

    [Benchmark(OperationsPerInvoke = Operations), Row("POOL-depth-1-*", Role.Peer, "ConcurrentQueue as a pool")]
    [Row("POOL-lease-*", Role.Peer, "ConcurrentQueue as a pool")]
    public long ConcurrentQueue() => Use(_queue);

    [Benchmark(OperationsPerInvoke = Operations), Row("POOL-depth-1-*", Role.Peer, "Stack as a pool, one thread only")]
    [Row("POOL-lease-*", Role.Peer, "Stack as a pool, one thread only")]
    public long Stack() => Use(_stack);

    [Benchmark(OperationsPerInvoke = Operations), Row("POOL-depth-1-*", Role.Peer, "[ThreadStatic] slot, one item for each thread")]
    [Row("POOL-lease-*", Role.Peer, "[ThreadStatic] slot, one item for each thread")]
    public long ThreadStatic() => Use(default(ThreadSlotItems<TContent>));

    [Benchmark(OperationsPerInvoke = Operations), Row("POOL-depth-1-*", Role.Published, "scan: rejects double returns")]
    [Row("POOL-lease-*", Role.Published, "scan: rejects double returns")]
    public long Scan() => Use(_scan);

    [Benchmark(OperationsPerInvoke = Operations), Row("POOL-depth-1-*", Role.Ours)]
    public long Magazine() => Use(_magazine);

    [Benchmark(OperationsPerInvoke = Operations), Row("POOL-lease-*", Role.Ours, "leases: rejects double returns")]
    public long Lease() => UseLeases(_lease, Operations);
}
