using BenchmarkDotNet.Attributes;
using Reservoir;

namespace Pooling.Benchmarks.Objects;

public partial class MagazinePoolBenchmarks
{
    private readonly ObjectPool<Item48, ReservoirPolicy> _reservoir48 = new(1_024);
    private readonly ObjectPool<Item104, ReservoirPolicy> _reservoir104 = new(1_024);

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("48 B")]
    [Row("POOL-depth-1-48B", Role.Peer, "Reservoir")]
    public long Reservoir48()
    {
        ObjectPool<Item48, ReservoirPolicy> pool = _reservoir48;
        long sum = 0;
        for (uint i = 0; i < Operations; i++)
        {
            Item48 item = pool.Rent();
            item.Handle = i;
            sum += item.Handle;
            pool.Return(item);
        }

        return sum;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("48 B")]
    [Row("POOL-depth-1-48B", Role.Peer, "Reservoir")]
    public long ReservoirScoped48()
    {
        ObjectPool<Item48, ReservoirPolicy> pool = _reservoir48;
        long sum = 0;
        for (uint i = 0; i < Operations; i++)
        {
            using PooledLease<Item48, ReservoirPolicy> lease = pool.RentScoped(out Item48 item);
            item.Handle = i;
            sum += item.Handle;
        }

        return sum;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("104 B")]
    [Row("POOL-depth-1-104B", Role.Peer, "Reservoir")]
    public long Reservoir104()
    {
        ObjectPool<Item104, ReservoirPolicy> pool = _reservoir104;
        long sum = 0;
        for (uint i = 0; i < Operations; i++)
        {
            Item104 item = pool.Rent();
            item.Handle = i;
            sum += item.Handle;
            pool.Return(item);
        }

        return sum;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("104 B")]
    [Row("POOL-depth-1-104B", Role.Peer, "Reservoir")]
    public long ReservoirScoped104()
    {
        ObjectPool<Item104, ReservoirPolicy> pool = _reservoir104;
        long sum = 0;
        for (uint i = 0; i < Operations; i++)
        {
            using PooledLease<Item104, ReservoirPolicy> lease = pool.RentScoped(out Item104 item);
            item.Handle = i;
            sum += item.Handle;
        }

        return sum;
    }
}
