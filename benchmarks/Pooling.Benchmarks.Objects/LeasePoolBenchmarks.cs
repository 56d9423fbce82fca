using BenchmarkDotNet.Attributes;
using Microsoft.Extensions.ObjectPool;
using Pooling.Objects;

namespace Pooling.Benchmarks.Objects;

/// <summary>One lease at a time: lease, use, reset, dispose. The contenders do without the protection that a lease gives.</summary>
public partial class LeasePoolBenchmarks
{
    private const int Operations = 1_000;

    private readonly ObjectPool<Item48> _default48 = new DefaultObjectPool<Item48>(new Item48Policy(), 1_024);
    private readonly ScanPool<Item48> _scan48 = new(static () => new Item48());
    private readonly LeasePool<Item48> _lease48 = new(new Item48Policy());
    private readonly Item48LeaseSource _source48 = new();
    private object? _last;

    [GlobalCleanup]
    public void Cleanup()
    {
        _lease48.Dispose();
        _source48.Store.Dispose();
        _lease104.Dispose();
        _source104.Store.Dispose();
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations)]
    [BenchmarkCategory("48 B")]
    [Row("POOL-lease-48B", Role.Before)]
    public long New48()
    {
        long sum = 0;
        Item48? item = null;
        for (uint i = 0; i < Operations; i++)
        {
            item = new Item48 { Handle = i };
            sum += item.Handle;
        }

        _last = item; // it escapes, so that it is made on the heap
        return sum;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("48 B")]
    [Row("POOL-lease-48B", Role.Peer, "DefaultObjectPool")]
    public long Default48()
    {
        ObjectPool<Item48> pool = _default48;
        long sum = 0;
        for (uint i = 0; i < Operations; i++)
        {
            Item48 item = pool.Get();
            item.Handle = i;
            sum += item.Handle;
            pool.Return(item);
        }

        return sum;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("48 B")]
    [Row("POOL-lease-48B", Role.Published)]
    public long Scan48()
    {
        ScanPool<Item48> pool = _scan48;
        long sum = 0;
        for (uint i = 0; i < Operations; i++)
        {
            Item48 item = pool.Get();
            item.BeginUse();
            item.Handle = i;
            sum += item.Handle;
            if (item.TryEndUse())
            {
                item.Reset();
                pool.Return(item);
            }
        }

        return sum;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("48 B")]
    [Row("POOL-lease-48B", Role.Ours)]
    public long Lease48()
    {
        LeasePool<Item48> pool = _lease48;
        long sum = 0;
        for (uint i = 0; i < Operations; i++)
        {
            using PooledLease<Item48> lease = pool.Rent();
            Item48 item = lease.Value;
            item.Handle = i;
            sum += item.Handle;
        }

        return sum;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("48 B")]
    [Row("POOL-lease-48B", Role.Ours)]
    public long LeaseOfOwnSource48()
    {
        Item48LeaseSource source = _source48;
        long sum = 0;
        for (uint i = 0; i < Operations; i++)
        {
            using PooledLease<Item48> lease = new(source.Rent());
            Item48 item = lease.Value;
            item.Handle = i;
            sum += item.Handle;
        }

        return sum;
    }
}
