namespace Pooling.Benchmarks.Objects;

/// <summary>Measures the loops that a user writes: pools from their factories, in fields, and items with nothing to reset. In this case the
/// compiler inlines the pool into the loop, and knows its policy.</summary>
/// <remarks>Leases reject double returns; DefaultObjectPool does not.</remarks>
public class MagazinePoolLoopBenchmarks
{
    private const int Operations = 1_000;

    private readonly ObjectPool<Counter> _default = new DefaultObjectPool<Counter>(new DefaultPooledObjectPolicy<Counter>());
    private readonly MagazinePool<Counter> _magazine = MagazinePool.Create(static () => new Counter());
    private readonly LeasePool<Counter> _lease = LeasePool.Create(static () => new Counter());

    [GlobalCleanup]
    public void Cleanup()
    {
        _magazine.Dispose();
        _lease.Dispose();
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations), Row("POOL-loop", Role.Before, "DefaultObjectPool")]
    [Row("POOL-lease-loop", Role.Before, "DefaultObjectPool")]
    public long Default()
    {
        long sum = 0;
        for (int i = 0; i < Operations; i++)
        {
            Counter counter = _default.Get();
            counter.Value = i;
            sum += counter.Value;
            _default.Return(counter);
        }

        return sum;
    }

    [Benchmark(OperationsPerInvoke = Operations), Row("POOL-loop", Role.Ours)]
    public long Magazine()
    {
        long sum = 0;
        for (int i = 0; i < Operations; i++)
        {
            Counter counter = _magazine.Get();
            counter.Value = i;
            sum += counter.Value;
            _magazine.Return(counter);
        }

        return sum;
    }

    [Benchmark(OperationsPerInvoke = Operations), Row("POOL-lease-loop", Role.Ours, "leases: rejects double returns")]
    public long Lease()
    {
        long sum = 0;
        for (int i = 0; i < Operations; i++)
        {
            using PooledLease<Counter> counter = _lease.Rent();
            counter.Value.Value = i;
            sum += counter.Value.Value;
        }

        return sum;
    }

    internal sealed class Counter
    {
        internal int Value { get; set; }
    }
}
