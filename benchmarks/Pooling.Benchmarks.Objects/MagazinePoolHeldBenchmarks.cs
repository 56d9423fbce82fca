namespace Pooling.Benchmarks.Objects;

/// <summary>Many items rented before the first is returned, as by a server that decodes a whole message and then lets it go.</summary>
public partial class MagazinePoolHeldBenchmarks
{
    private readonly ScanPool<Item<Bytes48>> _scan = new(static () => new Item<Bytes48>());
    private Item<Bytes48>[] _items = [];
    private PooledLease<Item<Bytes48>>[] _leases = [];
    private ObjectPool<Item<Bytes48>> _default = null!;
    private MagazinePool<Item<Bytes48>> _magazine = null!;
    private LeasePool<Item<Bytes48>> _lease = null!;

    [Params(1_000, 40_000)]
    public int Count { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        var policy = new ItemPolicy<Bytes48>();
        var options = new PoolOptions { MaxRetained = 2 * Count };
        _items = new Item<Bytes48>[Count];
        _leases = new PooledLease<Item<Bytes48>>[Count];
        _default = new DefaultObjectPool<Item<Bytes48>>(policy, 2 * Count);
        _magazine = new MagazinePool<Item<Bytes48>>(policy, options);
        _lease = new LeasePool<Item<Bytes48>>(policy, options);
        SetupPeers();
    }

    [GlobalCleanup]
    public void Cleanup()
    {
        _magazine.Dispose();
        _lease.Dispose();
    }

    [Benchmark(Baseline = true), Row("POOL-held-*", Role.Before)]
    public long New()
    {
        long sum = ItemLoops<Bytes48>.Hold(default(NewItems<Bytes48>), _items, Count);
        Array.Clear(_items);
        return sum;
    }

    [Benchmark, Row("POOL-held-*", Role.Peer, "DefaultObjectPool")]
    public long Default() => ItemLoops<Bytes48>.Hold(new DefaultItems<Bytes48>(_default), _items, Count);

    [Benchmark, Row("POOL-held-*", Role.Published, "refuses double returns")]
    public long Scan() => ItemLoops<Bytes48>.Hold(new ScanItems<Bytes48>(_scan), _items, Count);

    [Benchmark, Row("POOL-held-*", Role.Ours)]
    public long Magazine() => ItemLoops<Bytes48>.Hold(new MagazineItems<Bytes48>(_magazine), _items, Count);

    [Benchmark, Row("POOL-held-*", Role.Ours, "GetMany and ReturnMany")]
    public long MagazineMany()
    {
        Item<Bytes48>[] items = _items;
        _magazine.GetMany(items);
        for (int i = 0; i < items.Length; i++)
            items[i].Handle = (uint)i;

        long sum = 0;
        foreach (Item<Bytes48> item in items)
            sum += item.Handle;

        _magazine.ReturnMany(items);
        return sum;
    }

    [Benchmark, Row("POOL-held-*", Role.Ours, "leases: refuse double returns")]
    public long Lease()
    {
        LeasePool<Item<Bytes48>> pool = _lease;
        PooledLease<Item<Bytes48>>[] leases = _leases;
        for (int i = 0; i < leases.Length; i++)
        {
            leases[i] = pool.Rent();
            leases[i].Value.Handle = (uint)i;
        }

        long sum = 0;
        foreach (PooledLease<Item<Bytes48>> lease in leases)
        {
            sum += lease.Value.Handle;
            lease.Dispose();
        }

        return sum;
    }

    partial void SetupPeers();
}
