namespace Pooling.Benchmarks.Objects;

/// <summary>Several threads at once, each renting and returning one item at a time. Time and bytes are those of all threads, divided by
/// the operations of all.</summary>
[AllThreads]
public partial class MagazinePoolThreadsBenchmarks
{
    private const int Operations = 800_000;
    private const int Stride = 32; // keeps the sums of two threads two cache lines apart

    private readonly MagazinePool<Item<Bytes48>> _magazine = new(new ItemPolicy<Bytes48>());
    private readonly LeasePool<Item<Bytes48>> _lease = new(new ItemPolicy<Bytes48>());
    private readonly Action<int> _useNew;
    private readonly Action<int> _useDefault;
    private readonly Action<int> _useScan;
    private readonly Action<int> _useMagazine;
    private readonly Action<int> _useLease;
    private WorkerThreads _workers = null!;
    private long[] _sums = [];

    public MagazinePoolThreadsBenchmarks()
    {
        _useNew = Using(default(NewItems<Bytes48>));
        _useDefault = Using(new DefaultItems<Bytes48>(new DefaultObjectPool<Item<Bytes48>>(new ItemPolicy<Bytes48>(), 1_024)));
        _useScan = Using(new ScanItems<Bytes48>(new ScanPool<Item<Bytes48>>(static () => new Item<Bytes48>())));
        _useMagazine = Using(new MagazineItems<Bytes48>(_magazine));
        _useLease = worker => _sums[worker * Stride] = ItemLoops<Bytes48>.Lease(_lease, Operations / Threads);
    }

    [Params(2, 8)]
    public int Threads { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        _workers = new WorkerThreads(Threads);
        _sums = new long[Threads * Stride];
    }

    [GlobalCleanup]
    public void Cleanup()
    {
        _workers.Dispose();
        _magazine.Dispose();
        _lease.Dispose();
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations)]
    [Row("POOL-threads-2", Role.Before)]
    [Row("POOL-threads-8", Role.Before)]
    public long New() => RunAll(_useNew);

    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("POOL-threads-2", Role.Peer, "DefaultObjectPool")]
    [Row("POOL-threads-8", Role.Peer, "DefaultObjectPool")]
    public long Default() => RunAll(_useDefault);

    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("POOL-threads-2", Role.Published, "refuses double returns")]
    [Row("POOL-threads-8", Role.Published, "refuses double returns")]
    public long Scan() => RunAll(_useScan);

    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("POOL-threads-2", Role.Ours)]
    [Row("POOL-threads-8", Role.Ours)]
    public long Magazine() => RunAll(_useMagazine);

    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("POOL-threads-2", Role.Ours, "leases: refuse double returns")]
    [Row("POOL-threads-8", Role.Ours, "leases: refuse double returns")]
    public long Lease() => RunAll(_useLease);

    private Action<int> Using<TPool>(TPool pool) where TPool : struct, IItemPool<Bytes48> =>
        worker => _sums[worker * Stride] = ItemLoops<Bytes48>.Use(pool, Operations / Threads);

    private long RunAll(Action<int> use)
    {
        _workers.Run(use);
        return _sums.Sum();
    }
}
