namespace Pooling.Benchmarks.Buffers;

/// <summary>Blocks of 4 KB on two threads: each with its own, one at a time, or rented on one and disposed on the other, where at most 256
/// are on their way. The time is that of one thread's operation.</summary>
public class MagazineMemoryPoolThreadsBenchmarks
{
    private const int Operations = 1_000 * HandoverRing<IMemoryOwner<byte>>.Block;
    private const int BlockLength = 4 * 1024;
    private const int Stride = 32; // keeps the sums of two threads two cache lines apart

    private readonly HandoverRing<IMemoryOwner<byte>> _ring = new();
    private readonly MemoryPool<byte> _magazine = new MagazineMemoryPool();
    private readonly long[] _sums = new long[2 * Stride];
    private readonly Action<int> _useShared;
    private readonly Action<int> _useMagazine;
    private readonly Action<int> _handOverShared;
    private readonly Action<int> _handOverMagazine;
    private WorkerThreads _workers = null!;

    public MagazineMemoryPoolThreadsBenchmarks()
    {
        _useShared = worker => Use<MagazineMemoryPoolBenchmarks.Stock>(MemoryPool<byte>.Shared, worker);
        _useMagazine = worker => Use<MagazineMemoryPoolBenchmarks.Own>(_magazine, worker);
        _handOverShared = worker => HandOver<MagazineMemoryPoolBenchmarks.Stock>(MemoryPool<byte>.Shared, worker);
        _handOverMagazine = worker => HandOver<MagazineMemoryPoolBenchmarks.Own>(_magazine, worker);
    }

    [GlobalSetup]
    public void Setup() => _workers = new WorkerThreads(2);

    [GlobalCleanup]
    public void Cleanup()
    {
        _workers.Dispose();
        _magazine.Dispose();
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations), BenchmarkCategory("2 threads")]
    [Row("POOL-memory-threads-2", Role.Before)]
    public long Shared() => RunBoth(_useShared);

    [Benchmark(OperationsPerInvoke = Operations), BenchmarkCategory("2 threads"), Row("POOL-memory-threads-2", Role.Ours)]
    public long Magazine() => RunBoth(_useMagazine);

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations), BenchmarkCategory("handed over")]
    [Row("POOL-memory-handover", Role.Before)]
    public long SharedHandedOver() => RunBoth(_handOverShared);

    [Benchmark(OperationsPerInvoke = Operations), BenchmarkCategory("handed over"), Row("POOL-memory-handover", Role.Ours)]
    public long MagazineHandedOver() => RunBoth(_handOverMagazine);

    private long RunBoth(Action<int> work)
    {
        _workers.Run(work);
        return _sums[0] + _sums[Stride];
    }

    private void Use<TPool>(MemoryPool<byte> pool, int worker)
        where TPool : struct
    {
        long sum = 0;
        for (int i = 0; i < Operations; i++)
        {
            using IMemoryOwner<byte> owner = pool.Rent(BlockLength);
            Span<byte> bytes = owner.Memory.Span;
            bytes[0] = (byte)i;
            sum += bytes[0];
        }

        _sums[worker * Stride] = sum;
    }

    private void HandOver<TPool>(MemoryPool<byte> pool, int worker)
        where TPool : struct
    {
        _sums[worker * Stride] = worker == 0 ? Rent<TPool>(pool) : Dispose<TPool>();
    }

    private long Rent<TPool>(MemoryPool<byte> pool)
        where TPool : struct
    {
        for (int handed = 0; handed < Operations;)
        {
            foreach (ref IMemoryOwner<byte>? slot in _ring.BeginPut())
            {
                slot = pool.Rent(BlockLength);
                slot.Memory.Span[0] = (byte)handed++;
            }

            _ring.EndPut();
        }

        return 0;
    }

    private long Dispose<TPool>()
        where TPool : struct
    {
        long sum = 0;
        for (int taken = 0; taken < Operations; taken += HandoverRing<IMemoryOwner<byte>>.Block)
        {
            foreach (IMemoryOwner<byte>? owner in _ring.BeginTake())
            {
                sum += owner!.Memory.Span[0];
                owner.Dispose();
            }

            _ring.EndTake();
        }

        return sum;
    }
}
