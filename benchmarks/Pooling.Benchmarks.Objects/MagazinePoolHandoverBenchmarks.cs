using Pooling.Diagnostics;

namespace Pooling.Benchmarks.Objects;

/// <summary>Measures one thread that rents (it decodes), and another that returns (it handles). At most 256 items are in transit.</summary>
[AllThreads]
public partial class MagazinePoolHandoverBenchmarks : ItemPoolBenchmarks<Bytes48>
{
    private const int Items = 4_000 * HandoverRing<object>.Block;

    private readonly HandoverRing<Item<Bytes48>> _ring = new();

    [GlobalSetup]
    public void Setup() => _workers = new WorkerThreads(2);

    [Benchmark(Baseline = true, OperationsPerInvoke = Items), Row("POOL-handover", Role.Before, "new")]
    public long New() => HandOver(default(NewItems<Bytes48>));

    [Benchmark(OperationsPerInvoke = Items), Row("POOL-handover", Role.Peer, "DefaultObjectPool")]
    public long Default() => HandOver(_default);

    [Benchmark(OperationsPerInvoke = Items), Row("POOL-handover", Role.Peer, "ConcurrentQueue as a pool")]
    public long ConcurrentQueue() => HandOver(_queue);

    [Benchmark(OperationsPerInvoke = Items), Row("POOL-handover", Role.Published, "scan: rejects double returns")]
    public long Scan() => HandOver(_scan);

    [Benchmark(OperationsPerInvoke = Items), Row("POOL-handover", Role.Ours)]
    public long Magazine() => HandOver(_magazine);

    /// <summary>Checks that the renting thread gets the items that the returning thread returned.</summary>
    [SmokeCheck(nameof(Magazine))]
    public string HitRate()
    {
        for (int i = 0; i < 10; i++)
            Magazine();

        PoolStatistics statistics = _magazine.Pool.GetStatistics();
        double hitRate = 1 - ((double)statistics.TotalCreated / statistics.TotalRented);
        string text = string.Create(CultureInfo.InvariantCulture, $"{hitRate:P2} of {statistics.TotalRented} rented items were reused");
        return hitRate >= 0.99 ? text : throw new InvalidOperationException(text);
    }

    private long HandOver<TPool>(TPool pool) where TPool : struct, IItemPool<Bytes48> =>
        RunAll(worker => worker == 0 ? Rent(pool) : Return(pool));

    private long Rent<TPool>(TPool pool) where TPool : struct, IItemPool<Bytes48>
    {
        for (uint handle = 0; handle < Items;)
        {
            foreach (ref Item<Bytes48>? slot in _ring.BeginPut())
            {
                slot = pool.Get();
                slot.Handle = handle++;
            }

            _ring.EndPut();
        }

        return 0;
    }

    private long Return<TPool>(TPool pool) where TPool : struct, IItemPool<Bytes48>
    {
        long sum = 0;
        for (int taken = 0; taken < Items; taken += HandoverRing<object>.Block)
        {
            foreach (Item<Bytes48>? item in _ring.BeginTake())
            {
                sum += item!.Handle;
                pool.Return(item);
            }

            _ring.EndTake();
        }

        return sum;
    }
}
