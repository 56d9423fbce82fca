using BenchmarkDotNet.Attributes;
using Reservoir;

namespace Pooling.Benchmarks.Objects;

public partial class MagazinePoolThreadsBenchmarks
{
    private readonly ObjectPool<Item48, ReservoirPolicy> _reservoir = new(1_024);
    private Action<int>? _useReservoir;
    private Action<int>? _useReservoirScoped;

    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("POOL-threads-2", Role.Peer, "Reservoir")]
    [Row("POOL-threads-8", Role.Peer, "Reservoir")]
    public long Reservoir() => RunAll(_useReservoir ??= UseReservoir);

    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("POOL-threads-2", Role.Peer, "Reservoir, scoped")]
    [Row("POOL-threads-8", Role.Peer, "Reservoir, scoped")]
    public long ReservoirScoped() => RunAll(_useReservoirScoped ??= UseReservoirScoped);

    private void UseReservoir(int worker)
    {
        ObjectPool<Item48, ReservoirPolicy> pool = _reservoir;
        long sum = 0;
        for (uint i = 0; i < Operations; i++)
        {
            Item48 item = pool.Rent();
            item.Handle = i;
            sum += item.Handle;
            pool.Return(item);
        }

        _sums[worker * Stride] = sum;
    }

    private void UseReservoirScoped(int worker)
    {
        ObjectPool<Item48, ReservoirPolicy> pool = _reservoir;
        long sum = 0;
        for (uint i = 0; i < Operations; i++)
        {
            using PooledLease<Item48, ReservoirPolicy> lease = pool.RentScoped(out Item48 item);
            item.Handle = i;
            sum += item.Handle;
        }

        _sums[worker * Stride] = sum;
    }
}
