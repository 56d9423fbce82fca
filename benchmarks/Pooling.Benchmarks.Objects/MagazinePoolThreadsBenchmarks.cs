using BenchmarkDotNet.Attributes;
using Microsoft.Extensions.ObjectPool;
using Pooling.Objects;

namespace Pooling.Benchmarks.Objects;

/// <summary>Several threads at once, each renting and returning one item at a time; the time is that of one thread's operation.</summary>
public partial class MagazinePoolThreadsBenchmarks
{
    private const int Operations = 100_000;
    private const int Stride = 32; // keeps the sums of two threads two cache lines apart

    private readonly ObjectPool<Item48> _default = new DefaultObjectPool<Item48>(new Item48Policy(), 1_024);
    private readonly ScanPool<Item48> _scan = new(static () => new Item48());
    private readonly MagazinePool<Item48> _magazine = new(new Item48Policy());
    private readonly LeasePool<Item48> _lease = new(new Item48Policy());
    private readonly Action<int> _useNew;
    private readonly Action<int> _useDefault;
    private readonly Action<int> _useScan;
    private readonly Action<int> _useMagazine;
    private readonly Action<int> _useLease;
    private WorkerThreads _workers = null!;
    private long[] _sums = [];
    private object?[] _last = [];

    public MagazinePoolThreadsBenchmarks() =>
        (_useNew, _useDefault, _useScan, _useMagazine, _useLease) = (UseNew, UseDefault, UseScan, UseMagazine, UseLease);

    [Params(2, 8)]
    public int Threads { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        _workers = new WorkerThreads(Threads);
        _sums = new long[Threads * Stride];
        _last = new object?[Threads * Stride];
    }

    [GlobalCleanup]
    public void Cleanup()
    {
        _workers.Dispose();
        _magazine.Dispose();
        _lease.Dispose();
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations)]
    [Row("POOL-threads-2", Role.Before)]
    [Row("POOL-threads-8", Role.Before)]
    public long New() => RunAll(_useNew);

    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("POOL-threads-2", Role.Peer, "DefaultObjectPool")]
    [Row("POOL-threads-8", Role.Peer, "DefaultObjectPool")]
    public long Default() => RunAll(_useDefault);

    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("POOL-threads-2", Role.Published)]
    [Row("POOL-threads-8", Role.Published)]
    public long Scan() => RunAll(_useScan);

    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("POOL-threads-2", Role.Ours)]
    [Row("POOL-threads-8", Role.Ours)]
    public long Magazine() => RunAll(_useMagazine);

    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("POOL-threads-2", Role.Ours)]
    [Row("POOL-threads-8", Role.Ours)]
    public long Lease() => RunAll(_useLease);

    private long RunAll(Action<int> use)
    {
        _workers.Run(use);
        return _sums.Sum();
    }

    private void UseNew(int worker)
    {
        long sum = 0;
        Item48? item = null;
        for (uint i = 0; i < Operations; i++)
        {
            item = new Item48 { Handle = i };
            sum += item.Handle;
        }

        _last[worker * Stride] = item; // it escapes, so that it is made on the heap
        _sums[worker * Stride] = sum;
    }

    private void UseDefault(int worker)
    {
        ObjectPool<Item48> pool = _default;
        long sum = 0;
        for (uint i = 0; i < Operations; i++)
        {
            Item48 item = pool.Get();
            item.Handle = i;
            sum += item.Handle;
            pool.Return(item);
        }

        _sums[worker * Stride] = sum;
    }

    private void UseScan(int worker)
    {
        ScanPool<Item48> pool = _scan;
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

        _sums[worker * Stride] = sum;
    }

    private void UseMagazine(int worker)
    {
        MagazinePool<Item48> pool = _magazine;
        long sum = 0;
        for (uint i = 0; i < Operations; i++)
        {
            Item48 item = pool.Get();
            item.Handle = i;
            sum += item.Handle;
            pool.Return(item);
        }

        _sums[worker * Stride] = sum;
    }

    private void UseLease(int worker)
    {
        LeasePool<Item48> pool = _lease;
        long sum = 0;
        for (uint i = 0; i < Operations; i++)
        {
            using PooledLease<Item48> lease = pool.Rent();
            Item48 item = lease.Value;
            item.Handle = i;
            sum += item.Handle;
        }

        _sums[worker * Stride] = sum;
    }
}
