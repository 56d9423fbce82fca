namespace Pooling.Benchmarks.Objects;

/// <summary>Measures the n-th thread that uses a pool. The earlier threads are alive and idle, alive and working in between, or dead
/// without a collection since. Each of them has held as many items as the n-th one holds.</summary>
public class MagazinePoolNthThreadBenchmarks : ItemPoolBenchmarks<Bytes48>
{
    private const int Rentals = 100_000; // so that the others work for a short part of the run
    private const int ThreadsOfCheck = 20;

    private PoolThreads? _others;
    private Item<Bytes48>[] _items = [];
    private PooledLease<Item<Bytes48>>[] _leases = [];

    [Params(1, 100, 400, 1_000)]
    public int Threads { get; set; }

    [Params(1, 4, 16)]
    public int Held { get; set; }

    [Params("Silent", "Working", "Dead")]
    public string Others { get; set; } = "";

    [GlobalSetup]
    public void Setup()
    {
        _items = new Item<Bytes48>[Held];
        _leases = new PooledLease<Item<Bytes48>>[Held];
        int threads = SmokeRunner.IsChecking ? Math.Min(Threads, ThreadsOfCheck) : Threads;
        _others = new PoolThreads(Others == "Dead" ? 0 : threads - 1);
        _others.Run(UseAll);
        for (int i = 1; i < threads && Others == "Dead"; i++)
        {
            using var one = new PoolThreads(1);
            one.Run(UseAll);
        }
    }

    [IterationSetup]
    public void LetOthersWork()
    {
        if (Others == "Working")
            _others!.Run(UseAll);
    }

    public override void Cleanup()
    {
        _others!.Dispose();
        base.Cleanup();
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = Rentals)]
    [Row("POOL-nth-thread", Role.Before, "DefaultObjectPool")]
    public long Default() => Hold(_default, _items, Rentals);

    [Benchmark(OperationsPerInvoke = Rentals)]
    [Row("POOL-nth-thread", Role.Ours)]
    public long Magazine() => Hold(_magazine, _items, Rentals);

    [Benchmark(OperationsPerInvoke = Rentals)]
    [Row("POOL-nth-thread", Role.Ours, "leases: rejects double returns")]
    public long Lease() => HoldLeases(_lease, _leases, Rentals);

    private void UseAll()
    {
        var items = new Item<Bytes48>[Held];
        Hold(_default, items, 400);
        Hold(_magazine, items, 400);
        HoldLeases(_lease, new PooledLease<Item<Bytes48>>[Held], 400);
    }
}
