namespace Pooling.Benchmarks.Objects;

/// <summary>Measures a program with many pools, such as one for each type or for each connection. An item of each pool is rented and
/// returned in turn. The order is random, so that a pool is not in the cache because of its neighbor.</summary>
/// <remarks>Leases reject double returns; the other pools do not.</remarks>
public class MagazinePoolCountBenchmarks : ItemPoolBenchmarks<Bytes48>
{
    private const int Rentals = 10_000;

    private DefaultItems<Bytes48>[] _defaults = [];
    private QueueItems<Bytes48>[] _queues = [];
    private MagazineItems<Bytes48>[] _magazines = [];
    private LeasePool<Item<Bytes48>>[] _leasePools = [];

    [Params(1, 10, 100, 1_000, 10_000)]
    public int Pools { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        _defaults = Many(static () => new DefaultItems<Bytes48>(2_048));
        _queues = Many(static () => new QueueItems<Bytes48>());
        _magazines = Many(static () => new MagazineItems<Bytes48>(null));
        _leasePools = Many(static () => new LeasePool<Item<Bytes48>>(new ItemPolicy<Bytes48>()));
    }

    public override void Cleanup()
    {
        foreach (MagazineItems<Bytes48> pool in _magazines)
            pool.Pool.Dispose();

        foreach (LeasePool<Item<Bytes48>> pool in _leasePools)
            pool.Dispose();

        base.Cleanup();
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = Rentals), Row("POOL-pools", Role.Before, "DefaultObjectPool")]
    public long Default() => UseEach(_defaults);

    [Benchmark(OperationsPerInvoke = Rentals), Row("POOL-pools", Role.Peer, "ConcurrentQueue as a pool")]
    public long ConcurrentQueue() => UseEach(_queues);

    [Benchmark(OperationsPerInvoke = Rentals), Row("POOL-pools", Role.Ours)]
    public long Magazine() => UseEach(_magazines);

    [Benchmark(OperationsPerInvoke = Rentals), Row("POOL-pools", Role.Ours, "leases: rejects double returns")]
    public long Lease()
    {
        long sum = 0;
        for (int done = 0; done < Rentals; done += _leasePools.Length)
        {
            foreach (LeasePool<Item<Bytes48>> pool in _leasePools)
            {
                using PooledLease<Item<Bytes48>> lease = pool.Rent();
                Item<Bytes48> item = lease.Value;
                item.Handle = (uint)done;
                sum += item.Handle;
            }
        }

        return sum;
    }

    private static long UseEach<TPool>(TPool[] pools) where TPool : struct, IItemPool<Bytes48>
    {
        long sum = 0;
        for (int done = 0; done < Rentals; done += pools.Length)
        {
            foreach (TPool pool in pools)
            {
                Item<Bytes48> item = pool.Get();
                item.Handle = (uint)done;
                sum += item.Handle;
                pool.Return(item);
            }
        }

        return sum;
    }

    private T[] Many<T>(Func<T> create)
    {
        T[] pools = [.. Enumerable.Range(0, Pools).Select(_ => create())];
        new Random(1).Shuffle(pools);
        return pools;
    }
}
