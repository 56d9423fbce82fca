using Reservoir;

namespace Pooling.Benchmarks.Objects;

internal readonly struct ReservoirPolicy<TContent> : IPooledObjectPolicy<Item<TContent>> where TContent : struct
{
    public Item<TContent> Create() => new();

    public bool TryReset(Item<TContent> obj) => obj.TryReset();
}

internal readonly struct ReservoirItems<TContent>(ObjectPool<Item<TContent>, ReservoirPolicy<TContent>> pool) : IItemPool<TContent>
    where TContent : struct
{
    public Item<TContent> Get() => pool.Rent();

    public void Return(Item<TContent> item) => pool.Return(item);

    internal static long UseScoped(ObjectPool<Item<TContent>, ReservoirPolicy<TContent>> pool, int operations)
    {
        long sum = 0;
        for (uint i = 0; i < operations; i++)
        {
            using PooledLease<Item<TContent>, ReservoirPolicy<TContent>> lease = pool.RentScoped(out Item<TContent> item);
            item.Handle = i;
            sum += item.Handle;
        }

        return sum;
    }
}

public partial class MagazinePoolBenchmarks<TContent>
{
    private readonly ObjectPool<Item<TContent>, ReservoirPolicy<TContent>> _reservoir = new(1_024);

    [Benchmark(OperationsPerInvoke = Operations), Row("POOL-depth-1-*", Role.Peer, "Reservoir")]
    public long Reservoir() => ItemLoops<TContent>.Use(new ReservoirItems<TContent>(_reservoir), Operations);
}

public partial class LeasePoolBenchmarks<TContent>
{
    private readonly ObjectPool<Item<TContent>, ReservoirPolicy<TContent>> _reservoir = new(1_024);

    [Benchmark(OperationsPerInvoke = Operations), Row("POOL-lease-*", Role.Peer, "Reservoir")]
    public long ReservoirScoped() => ReservoirItems<TContent>.UseScoped(_reservoir, Operations);
}

public partial class MagazinePoolHeldBenchmarks
{
    private ObjectPool<Item<Bytes48>, ReservoirPolicy<Bytes48>> _reservoir = null!;

    [Benchmark, Row("POOL-held-*", Role.Peer, "Reservoir")]
    public long Reservoir() => ItemLoops<Bytes48>.Hold(new ReservoirItems<Bytes48>(_reservoir), _items, Count);

    partial void SetupPeers() => _reservoir = new ObjectPool<Item<Bytes48>, ReservoirPolicy<Bytes48>>(2 * Count);
}

public partial class MagazinePoolHandoverBenchmarks
{
    private Action<int>? _handOverReservoir;

    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("POOL-handover", Role.Peer, "Reservoir")]
    public long Reservoir() => RunBoth(_handOverReservoir ??= HandingOver(new ReservoirItems<Bytes48>(new(1_024))));
}

public partial class MagazinePoolThreadsBenchmarks
{
    private readonly ObjectPool<Item<Bytes48>, ReservoirPolicy<Bytes48>> _reservoir = new(1_024);
    private Action<int>? _useReservoir;
    private Action<int>? _useReservoirScoped;

    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("POOL-threads-2", Role.Peer, "Reservoir")]
    [Row("POOL-threads-8", Role.Peer, "Reservoir")]
    public long Reservoir() => RunAll(_useReservoir ??= Using(new ReservoirItems<Bytes48>(_reservoir)));

    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("POOL-threads-2", Role.Peer, "Reservoir, scoped")]
    [Row("POOL-threads-8", Role.Peer, "Reservoir, scoped")]
    public long ReservoirScoped() => RunAll(_useReservoirScoped ??=
        worker => _sums[worker * Stride] = ReservoirItems<Bytes48>.UseScoped(_reservoir, Operations / Threads));
}
