using Pooling.Diagnostics;

namespace Pooling.Benchmarks.Objects;

/// <summary>One thread rents (it decodes), another returns (it handles): at most 256 items are on their way.</summary>
[AllThreads]
public partial class MagazinePoolHandoverBenchmarks
{
    private const int Operations = 1_000 * HandoverRing<Item<Bytes48>>.Block;
    private const double LeastHitRate = 0.99;

    private readonly HandoverRing<Item<Bytes48>> _ring = new();
    private readonly MagazinePool<Item<Bytes48>> _magazine = new(new ItemPolicy<Bytes48>());
    private readonly Action<int> _handOverNew;
    private readonly Action<int> _handOverDefault;
    private readonly Action<int> _handOverScan;
    private readonly Action<int> _handOverMagazine;
    private WorkerThreads _workers = null!;
    private long _sum; // written by the returning thread, read after it ended

    public MagazinePoolHandoverBenchmarks()
    {
        _handOverNew = HandingOver(default(NewItems<Bytes48>));
        _handOverDefault = HandingOver(new DefaultItems<Bytes48>(new DefaultObjectPool<Item<Bytes48>>(new ItemPolicy<Bytes48>(), 1_024)));
        _handOverScan = HandingOver(new ScanItems<Bytes48>(new ScanPool<Item<Bytes48>>(static () => new Item<Bytes48>())));
        _handOverMagazine = HandingOver(new MagazineItems<Bytes48>(_magazine));
    }

    [GlobalSetup]
    public void Setup() => _workers = new WorkerThreads(2);

    [GlobalCleanup]
    public void Cleanup()
    {
        _workers.Dispose();
        _magazine.Dispose();
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations)]
    [Row("POOL-handover", Role.Before)]
    public long New() => RunBoth(_handOverNew);

    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("POOL-handover", Role.Peer, "DefaultObjectPool")]
    public long Default() => RunBoth(_handOverDefault);

    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("POOL-handover", Role.Published, "refuses double returns")]
    public long Scan() => RunBoth(_handOverScan);

    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("POOL-handover", Role.Ours)]
    public long Magazine() => RunBoth(_handOverMagazine);

    /// <summary>Once warm, the renting thread must get what the returning thread gave back.</summary>
    [SmokeCheck(nameof(Magazine))]
    public string HitRate()
    {
        PoolStatistics before = _magazine.GetStatistics();
        for (int i = 0; i < 10; i++)
            Magazine();

        PoolStatistics after = _magazine.GetStatistics();
        long rented = after.TotalRented - before.TotalRented;
        double hitRate = 1 - ((double)(after.TotalCreated - before.TotalCreated) / rented);
        return hitRate >= LeastHitRate
            ? string.Create(CultureInfo.InvariantCulture, $"{rented} rented, {hitRate:P2} of them used before")
            : throw new InvalidOperationException($"Of {rented} rented items only {hitRate:P2} had been used before.");
    }

    private long RunBoth(Action<int> handOver)
    {
        _workers.Run(handOver);
        return _sum;
    }

    private Action<int> HandingOver<TPool>(TPool pool) where TPool : struct, IItemPool<Bytes48> => worker =>
    {
        if (worker == 0)
            Rent(pool);
        else
            Return(pool);
    };

    private void Rent<TPool>(TPool pool) where TPool : struct, IItemPool<Bytes48>
    {
        for (uint handle = 0; handle < Operations;)
        {
            foreach (ref Item<Bytes48>? slot in _ring.BeginPut())
            {
                Item<Bytes48> item = pool.Get();
                item.Handle = handle++;
                slot = item;
            }

            _ring.EndPut();
        }
    }

    private void Return<TPool>(TPool pool) where TPool : struct, IItemPool<Bytes48>
    {
        long sum = 0;
        for (int taken = 0; taken < Operations; taken += HandoverRing<Item<Bytes48>>.Block)
        {
            foreach (Item<Bytes48>? item in _ring.BeginTake())
            {
                sum += item!.Handle;
                pool.Return(item);
            }

            _ring.EndTake();
        }

        _sum = sum;
    }
}
