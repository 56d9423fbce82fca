namespace Pooling.Benchmarks.Objects;

/// <summary>Measures several items rented before the first is returned, as by a server that decodes a whole message and then releases it.
/// The time is that of all of them.</summary>
/// <remarks>Leases and the scan reject double returns; the other pools do not.</remarks>
public partial class MagazinePoolHeldBenchmarks : ItemPoolBenchmarks<Bytes48>
{
    private Item<Bytes48>[] _items = [];
    private PooledLease<Item<Bytes48>>[] _leases = [];

    [Params(1, 4, 16, 100, 1_000, 40_000)]
    public int Count { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        _items = new Item<Bytes48>[Count];
        _leases = new PooledLease<Item<Bytes48>>[Count];
        int limit = Math.Max(2_048, 2 * Count); // the default of our pools, or the number that is needed
        _default = new(limit);
        _magazine = new(new PoolOptions { MaxRetained = limit });
        _lease = new(new ItemPolicy<Bytes48>(), new PoolOptions { MaxRetained = limit });
    }

    [Benchmark(Baseline = true), Row("POOL-held-*", Role.Before, "new")]
    public long New()
    {
        long sum = Hold(default(NewItems<Bytes48>), _items, Count);
        Array.Clear(_items);
        return sum;
    }

    [Benchmark, Row("POOL-held-*", Role.Peer, "DefaultObjectPool")]
    public long Default() => Hold(_default, _items, Count);

    [Benchmark, Row("POOL-held-*", Role.Peer, "ConcurrentQueue as a pool")]
    public long ConcurrentQueue() => Hold(_queue, _items, Count);

    [Benchmark, Row("POOL-held-*", Role.Peer, "Stack as a pool, one thread only")]
    public long Stack() => Hold(_stack, _items, Count);

    [Benchmark, Row("POOL-held-*", Role.Published, "scan: rejects double returns")]
    public long Scan() => Hold(_scan, _items, Count);

    [Benchmark, Row("POOL-held-*", Role.Ours)]
    public long Magazine() => Hold(_magazine, _items, Count);

    [Benchmark, Row("POOL-held-*", Role.Ours, "by GetMany and ReturnMany")]
    public long MagazineMany()
    {
        Item<Bytes48>[] items = _items;
        _magazine.Pool.GetMany(items);
        for (int i = 0; i < items.Length; i++)
            items[i].Handle = (uint)i;

        long sum = 0;
        foreach (Item<Bytes48> item in items)
            sum += item.Handle;

        _magazine.Pool.ReturnMany(items);
        return sum;
    }

    [Benchmark, Row("POOL-held-*", Role.Ours, "leases: rejects double returns")]
    public long Lease() => HoldLeases(_lease, _leases, Count);
}
