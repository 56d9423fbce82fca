using BenchmarkDotNet.Attributes;
using Microsoft.Extensions.ObjectPool;
using Pooling.Objects;

namespace Pooling.Benchmarks.Objects;

// The same with the larger item.
public partial class LeasePoolBenchmarks
{
    private readonly ObjectPool<Item104> _default104 = new DefaultObjectPool<Item104>(new Item104Policy(), 1_024);
    private readonly ScanPool<Item104> _scan104 = new(static () => new Item104());
    private readonly LeasePool<Item104> _lease104 = new(new Item104Policy());
    private readonly Item104LeaseSource _source104 = new();

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations)]
    [BenchmarkCategory("104 B")]
    [Row("POOL-lease-104B", Role.Before)]
    public long New104()
    {
        long sum = 0;
        Item104? item = null;
        for (uint i = 0; i < Operations; i++)
        {
            item = new Item104 { Handle = i };
            sum += item.Handle;
        }

        _last = item; // it escapes, so that it is made on the heap
        return sum;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("104 B")]
    [Row("POOL-lease-104B", Role.Peer, "DefaultObjectPool")]
    public long Default104()
    {
        ObjectPool<Item104> pool = _default104;
        long sum = 0;
        for (uint i = 0; i < Operations; i++)
        {
            Item104 item = pool.Get();
            item.Handle = i;
            sum += item.Handle;
            pool.Return(item);
        }

        return sum;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("104 B")]
    [Row("POOL-lease-104B", Role.Published)]
    public long Scan104()
    {
        ScanPool<Item104> pool = _scan104;
        long sum = 0;
        for (uint i = 0; i < Operations; i++)
        {
            Item104 item = pool.Get();
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
    [BenchmarkCategory("104 B")]
    [Row("POOL-lease-104B", Role.Ours)]
    public long Lease104()
    {
        LeasePool<Item104> pool = _lease104;
        long sum = 0;
        for (uint i = 0; i < Operations; i++)
        {
            using PooledLease<Item104> lease = pool.Rent();
            Item104 item = lease.Value;
            item.Handle = i;
            sum += item.Handle;
        }

        return sum;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("104 B")]
    [Row("POOL-lease-104B", Role.Ours)]
    public long LeaseOfOwnSource104()
    {
        Item104LeaseSource source = _source104;
        long sum = 0;
        for (uint i = 0; i < Operations; i++)
        {
            using PooledLease<Item104> lease = new(source.Rent());
            Item104 item = lease.Value;
            item.Handle = i;
            sum += item.Handle;
        }

        return sum;
    }
}
