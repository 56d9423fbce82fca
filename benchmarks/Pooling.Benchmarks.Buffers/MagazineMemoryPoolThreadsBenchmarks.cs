namespace Pooling.Benchmarks.Buffers;

/// <summary>Measures blocks of 4 KB on two threads. Each uses its own, one at a time, or they are rented on one and disposed on the other,
/// with at most 256 in transit. The time is that of one thread's operation.</summary>
public partial class MagazineMemoryPoolThreadsBenchmarks
{
    private const int Operations = 1_000 * HandoverRing<IMemoryOwner<byte>>.Block;

    private readonly HandoverRing<IMemoryOwner<byte>> _ring = new();
    private readonly MemoryPool<byte> _magazine = new MagazineMemoryPool();
    private readonly WorkerThreads _workers = new(2);
    private Action<int>? _work; // one delegate for all invocations: an instance runs one method
    private long _sum;

    [GlobalCleanup]
    public void Cleanup() => _workers.Dispose();

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations), BenchmarkCategory("apart")]
    [Row("POOL-memory-threads-2", Role.Before, "MemoryPool.Shared")]
    public long Shared() => Run(_work ??= _ => Use<MagazineMemoryPoolBenchmarks.Stock>(MemoryPool<byte>.Shared));

    [Benchmark(OperationsPerInvoke = Operations), BenchmarkCategory("apart"), Row("POOL-memory-threads-2", Role.Ours)]
    public long Magazine() => Run(_work ??= _ => Use<MagazineMemoryPoolBenchmarks.Own>(_magazine));

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations), BenchmarkCategory("handover")]
    [Row("POOL-memory-handover", Role.Before, "MemoryPool.Shared")]
    public long SharedHandedOver() => Run(_work ??= index => HandOver<MagazineMemoryPoolBenchmarks.Stock>(MemoryPool<byte>.Shared, index));

    [Benchmark(OperationsPerInvoke = Operations), BenchmarkCategory("handover"), Row("POOL-memory-handover", Role.Ours)]
    public long MagazineHandedOver() => Run(_work ??= index => HandOver<MagazineMemoryPoolBenchmarks.Own>(_magazine, index));

    private long Run(Action<int> work)
    {
        _workers.Run(work);
        return _sum;
    }

    private void Use<TPool>(MemoryPool<byte> pool) where TPool : struct
    {
        long sum = 0;
        for (int i = 0; i < Operations; i++)
            sum += MagazineMemoryPoolBenchmarks.RentOne<TPool>(pool, 4096);

        Interlocked.Add(ref _sum, sum);
    }

    private void HandOver<TPool>(MemoryPool<byte> pool, int worker) where TPool : struct
    {
        for (int i = 0; i < Operations; i += HandoverRing<IMemoryOwner<byte>>.Block)
        {
            if (worker == 0)
            {
                foreach (ref IMemoryOwner<byte>? slot in _ring.BeginPut())
                    (slot = pool.Rent(4096)).Memory.Span[0] = 1;

                _ring.EndPut();
                continue;
            }

            foreach (IMemoryOwner<byte>? owner in _ring.BeginTake())
            {
                _sum += owner!.Memory.Span[0];
                owner.Dispose();
            }

            _ring.EndTake();
        }
    }
}
