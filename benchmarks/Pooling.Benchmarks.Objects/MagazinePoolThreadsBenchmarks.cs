namespace Pooling.Benchmarks.Objects;

/// <summary>Measures several threads at once, each of which rents and returns one item at a time. Time and bytes are those of all threads,
/// divided by the operations of all.</summary>
[AllThreads]
public partial class MagazinePoolThreadsBenchmarks : ItemPoolBenchmarks<Bytes48>
{
    private const int OfAll = 800_000;

    [Params(2, 8)]
    public int Threads { get; set; }

    [GlobalSetup]
    public void Setup() => _workers = new WorkerThreads(Threads);

    [Benchmark(Baseline = true, OperationsPerInvoke = OfAll), Row("POOL-threads-*", Role.Before, "new")]
    public long New() => RunAll(_ => Use(default(NewItems<Bytes48>), OfAll / Threads));

    [Benchmark(OperationsPerInvoke = OfAll), Row("POOL-threads-*", Role.Peer, "DefaultObjectPool")]
    public long Default() => RunAll(_ => Use(_default, OfAll / Threads));

    [Benchmark(OperationsPerInvoke = OfAll), Row("POOL-threads-*", Role.Peer, "ConcurrentQueue as a pool")]
    public long ConcurrentQueue() => RunAll(_ => Use(_queue, OfAll / Threads));

    [Benchmark(OperationsPerInvoke = OfAll), Row("POOL-threads-*", Role.Peer, "[ThreadStatic] slot, one item for each thread")]
    public long ThreadStatic() => RunAll(_ => Use(default(ThreadSlotItems<Bytes48>), OfAll / Threads));

    [Benchmark(OperationsPerInvoke = OfAll), Row("POOL-threads-*", Role.Published, "scan: rejects double returns")]
    public long Scan() => RunAll(_ => Use(_scan, OfAll / Threads));

    [Benchmark(OperationsPerInvoke = OfAll), Row("POOL-threads-*", Role.Ours)]
    public long Magazine() => RunAll(_ => Use(_magazine, OfAll / Threads));

    [Benchmark(OperationsPerInvoke = OfAll), Row("POOL-threads-*", Role.Ours, "leases: rejects double returns")]
    public long Lease() => RunAll(_ => UseLeases(_lease, OfAll / Threads));
}
