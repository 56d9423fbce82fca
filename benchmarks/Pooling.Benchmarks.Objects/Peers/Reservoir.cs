using Reservoir;

namespace Pooling.Benchmarks.Objects;

internal readonly struct ReservoirPolicy<TContent> : Reservoir.IPooledObjectPolicy<Item<TContent>> where TContent : struct
{
    public Item<TContent> Create() => new();
    public bool TryReset(Item<TContent> obj) => obj.Reset();
}

internal readonly struct ReservoirItems<TContent>(int retained) : IItemPool<TContent> where TContent : struct
{
    private readonly ObjectPool<Item<TContent>, ReservoirPolicy<TContent>> _pool = new(retained);

    public Item<TContent> Get() => _pool.Rent();

    public void Return(Item<TContent> item) => _pool.Return(item);

    internal long UseScoped(int operations)
    {
        long sum = 0;
        for (uint i = 0; i < operations; i++)
        {
            using PooledLease<Item<TContent>, ReservoirPolicy<TContent>> lease = _pool.RentScoped(out Item<TContent> item);
            item.Handle = i;
            sum += item.Handle;
        }

        return sum;
    }
}

public partial class ItemPoolBenchmarks<TContent>
{
    private protected readonly ReservoirItems<TContent> _reservoir = new(1_024);
}

public partial class MagazinePoolBenchmarks<TContent>
{
    [Benchmark(OperationsPerInvoke = Operations), Row("POOL-depth-1-*", Role.Peer, "Reservoir")]
    public long Reservoir() => Use(_reservoir);

    [Benchmark(OperationsPerInvoke = Operations), Row("POOL-lease-*", Role.Peer, "Reservoir")]
    public long ReservoirScoped() => _reservoir.UseScoped(Operations);
}

public partial class MagazinePoolHeldBenchmarks
{
    private ReservoirItems<Bytes48>? _ofCount;

    [Benchmark, Row("POOL-held-*", Role.Peer, "Reservoir")]
    public long Reservoir() => Hold(_ofCount ??= new(2 * Count), _items, Count);
}

public partial class MagazinePoolHandoverBenchmarks
{
    [Benchmark(OperationsPerInvoke = Items), Row("POOL-handover", Role.Peer, "Reservoir")]
    public long Reservoir() => HandOver(_reservoir);
}

public partial class MagazinePoolThreadsBenchmarks
{
    [Benchmark(OperationsPerInvoke = OfAll), Row("POOL-threads-*", Role.Peer, "Reservoir")]
    public long Reservoir() => RunAll(_ => Use(_reservoir, OfAll / Threads));

    [Benchmark(OperationsPerInvoke = OfAll), Row("POOL-threads-*", Role.Peer, "Reservoir, scoped")]
    public long ReservoirScoped() => RunAll(_ => _reservoir.UseScoped(OfAll / Threads));
}
