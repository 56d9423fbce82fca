using BenchmarkDotNet.Attributes;
using Microsoft.Extensions.ObjectPool;
using Pooling.Objects;

namespace Pooling.Benchmarks.Objects;

/// <summary>Many items rented before the first is returned, as by a server that decodes a whole message and then lets it go.</summary>
/// <remarks>All get their handles before the first handle is read, so that an item handed out twice changes the sum.</remarks>
public partial class MagazinePoolHeldBenchmarks
{
    private Item48[] _items = [];
    private ObjectPool<Item48> _default = null!;
    private ScanPool<Item48> _scan = null!;
    private MagazinePool<Item48> _magazine = null!;
    private LeasePool<Item48> _lease = null!;
    private PooledLease<Item48>[] _leases = [];

    [Params(1_000, 40_000)]
    public int Count { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        var options = new PoolOptions { MaxRetained = 2 * Count };
        _items = new Item48[Count];
        _leases = new PooledLease<Item48>[Count];
        _default = new DefaultObjectPool<Item48>(new Item48Policy(), 2 * Count);
        _scan = new ScanPool<Item48>(static () => new Item48());
        _magazine = new MagazinePool<Item48>(new Item48Policy(), options);
        _lease = new LeasePool<Item48>(new Item48Policy(), options);
        SetupPeers();
    }

    [GlobalCleanup]
    public void Cleanup()
    {
        _magazine.Dispose();
        _lease.Dispose();
    }

    [Benchmark(Baseline = true)]
    [Row("POOL-held-1000", Role.Before)]
    [Row("POOL-held-40000", Role.Before)]
    public long New()
    {
        Item48[] items = _items;
        for (int i = 0; i < items.Length; i++)
            items[i] = new Item48 { Handle = (uint)i };

        long sum = Sum(items);
        Array.Clear(items);
        return sum;
    }

    [Benchmark]
    [Row("POOL-held-1000", Role.Peer, "DefaultObjectPool")]
    [Row("POOL-held-40000", Role.Peer, "DefaultObjectPool")]
    public long Default()
    {
        ObjectPool<Item48> pool = _default;
        Item48[] items = _items;
        for (int i = 0; i < items.Length; i++)
        {
            Item48 item = pool.Get();
            item.Handle = (uint)i;
            items[i] = item;
        }

        long sum = 0;
        foreach (Item48 item in items)
        {
            sum += item.Handle;
            pool.Return(item);
        }

        return sum;
    }

    [Benchmark]
    [Row("POOL-held-1000", Role.Published)]
    [Row("POOL-held-40000", Role.Published)]
    public long Scan()
    {
        ScanPool<Item48> pool = _scan;
        Item48[] items = _items;
        for (int i = 0; i < items.Length; i++)
        {
            Item48 item = pool.Get();
            item.BeginUse();
            item.Handle = (uint)i;
            items[i] = item;
        }

        long sum = 0;
        foreach (Item48 item in items)
        {
            sum += item.Handle;
            if (item.TryEndUse())
            {
                item.Reset();
                pool.Return(item);
            }
        }

        return sum;
    }

    [Benchmark]
    [Row("POOL-held-1000", Role.Ours)]
    [Row("POOL-held-40000", Role.Ours)]
    public long Magazine()
    {
        MagazinePool<Item48> pool = _magazine;
        Item48[] items = _items;
        for (int i = 0; i < items.Length; i++)
        {
            Item48 item = pool.Get();
            item.Handle = (uint)i;
            items[i] = item;
        }

        long sum = 0;
        foreach (Item48 item in items)
        {
            sum += item.Handle;
            pool.Return(item);
        }

        return sum;
    }

    [Benchmark]
    [Row("POOL-held-1000", Role.Ours)]
    [Row("POOL-held-40000", Role.Ours)]
    public long MagazineMany()
    {
        Item48[] items = _items;
        _magazine.GetMany(items);
        for (int i = 0; i < items.Length; i++)
            items[i].Handle = (uint)i;

        long sum = Sum(items);
        _magazine.ReturnMany(items);
        return sum;
    }

    [Benchmark]
    [Row("POOL-held-1000", Role.Ours)]
    [Row("POOL-held-40000", Role.Ours)]
    public long Lease()
    {
        LeasePool<Item48> pool = _lease;
        PooledLease<Item48>[] leases = _leases;
        for (int i = 0; i < leases.Length; i++)
        {
            leases[i] = pool.Rent();
            leases[i].Value.Handle = (uint)i;
        }

        long sum = 0;
        foreach (PooledLease<Item48> lease in leases)
        {
            sum += lease.Value.Handle;
            lease.Dispose();
        }

        return sum;
    }

    partial void SetupPeers();

    private static long Sum(Item48[] items)
    {
        long sum = 0;
        foreach (Item48 item in items)
            sum += item.Handle;

        return sum;
    }
}
