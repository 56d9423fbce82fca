using System.Globalization;
using BenchmarkDotNet.Attributes;
using Microsoft.Extensions.ObjectPool;
using Pooling.Diagnostics;
using Pooling.Objects;

namespace Pooling.Benchmarks.Objects;

/// <summary>One thread rents (it decodes), another returns (it handles): at most 256 items are on their way.</summary>
public partial class MagazinePoolHandoverBenchmarks
{
    private const int Operations = 1_000 * HandoverRing<Item48>.Block;
    private const double LeastHitRate = 0.99;

    private readonly HandoverRing<Item48> _ring = new();
    private readonly ObjectPool<Item48> _default = new DefaultObjectPool<Item48>(new Item48Policy(), 1_024);
    private readonly ScanPool<Item48> _scan = new(static () => new Item48());
    private readonly MagazinePool<Item48> _magazine = new(new Item48Policy());
    private readonly Action<int> _handOverNew;
    private readonly Action<int> _handOverDefault;
    private readonly Action<int> _handOverScan;
    private readonly Action<int> _handOverMagazine;
    private WorkerThreads _workers = null!;
    private long _sum; // written by the returning thread, read after it ended

    public MagazinePoolHandoverBenchmarks()
    {
        _handOverNew = worker =>
        {
            if (worker == 0)
                RentNew();
            else
                ReturnNew();
        };
        _handOverDefault = worker =>
        {
            if (worker == 0)
                RentDefault();
            else
                ReturnDefault();
        };
        _handOverScan = worker =>
        {
            if (worker == 0)
                RentScan();
            else
                ReturnScan();
        };
        _handOverMagazine = worker =>
        {
            if (worker == 0)
                RentMagazine();
            else
                ReturnMagazine();
        };
    }

    [GlobalSetup]
    public void Setup() => _workers = new WorkerThreads(2);

    [GlobalCleanup]
    public void Cleanup()
    {
        _workers.Dispose();
        _magazine.Dispose();
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations)]
    [Row("POOL-handover", Role.Before)]
    public long New() => RunBoth(_handOverNew);

    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("POOL-handover", Role.Peer, "DefaultObjectPool")]
    public long Default() => RunBoth(_handOverDefault);

    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("POOL-handover", Role.Published)]
    public long Scan() => RunBoth(_handOverScan);

    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("POOL-handover", Role.Ours)]
    public long Magazine() => RunBoth(_handOverMagazine);

    /// <summary>Once warm, the renting thread must get what the returning thread gave back.</summary>
    [SmokeCheck(nameof(Magazine))]
    public string HitRate()
    {
        PoolStatistics before = _magazine.GetStatistics();
        for (int i = 0; i < 10; i++)
            Magazine();

        PoolStatistics after = _magazine.GetStatistics();
        long rented = after.TotalRented - before.TotalRented;
        double hitRate = 1 - ((double)(after.TotalCreated - before.TotalCreated) / rented);
        return hitRate >= LeastHitRate
            ? string.Create(CultureInfo.InvariantCulture, $"{rented} rented, {hitRate:P2} of them used before")
            : throw new InvalidOperationException($"Of {rented} rented items only {hitRate:P2} had been used before.");
    }

    private long RunBoth(Action<int> handOver)
    {
        _workers.Run(handOver);
        return _sum;
    }

    private void RentNew()
    {
        for (uint handle = 0; handle < Operations;)
        {
            foreach (ref Item48? slot in _ring.BeginPut())
            {
                Item48 item = new Item48();
                item.Handle = handle++;
                slot = item;
            }

            _ring.EndPut();
        }
    }

    private void ReturnNew()
    {
        long sum = 0;
        for (int taken = 0; taken < Operations; taken += HandoverRing<Item48>.Block)
        {
            foreach (Item48? item in _ring.BeginTake())
            {
                sum += item!.Handle;
            }

            _ring.EndTake();
        }

        _sum = sum;
    }

    private void RentDefault()
    {
        ObjectPool<Item48> pool = _default;
        for (uint handle = 0; handle < Operations;)
        {
            foreach (ref Item48? slot in _ring.BeginPut())
            {
                Item48 item = pool.Get();
                item.Handle = handle++;
                slot = item;
            }

            _ring.EndPut();
        }
    }

    private void ReturnDefault()
    {
        ObjectPool<Item48> pool = _default;
        long sum = 0;
        for (int taken = 0; taken < Operations; taken += HandoverRing<Item48>.Block)
        {
            foreach (Item48? item in _ring.BeginTake())
            {
                sum += item!.Handle;
                pool.Return(item);
            }

            _ring.EndTake();
        }

        _sum = sum;
    }

    private void RentScan()
    {
        ScanPool<Item48> pool = _scan;
        for (uint handle = 0; handle < Operations;)
        {
            foreach (ref Item48? slot in _ring.BeginPut())
            {
                Item48 item = pool.Get();
                item.BeginUse();
                item.Handle = handle++;
                slot = item;
            }

            _ring.EndPut();
        }
    }

    private void ReturnScan()
    {
        ScanPool<Item48> pool = _scan;
        long sum = 0;
        for (int taken = 0; taken < Operations; taken += HandoverRing<Item48>.Block)
        {
            foreach (Item48? item in _ring.BeginTake())
            {
                sum += item!.Handle;

                if (item.TryEndUse())
                {
                    item.Reset();
                    pool.Return(item);
                }
            }

            _ring.EndTake();
        }

        _sum = sum;
    }

    private void RentMagazine()
    {
        MagazinePool<Item48> pool = _magazine;
        for (uint handle = 0; handle < Operations;)
        {
            foreach (ref Item48? slot in _ring.BeginPut())
            {
                Item48 item = pool.Get();
                item.Handle = handle++;
                slot = item;
            }

            _ring.EndPut();
        }
    }

    private void ReturnMagazine()
    {
        MagazinePool<Item48> pool = _magazine;
        long sum = 0;
        for (int taken = 0; taken < Operations; taken += HandoverRing<Item48>.Block)
        {
            foreach (Item48? item in _ring.BeginTake())
            {
                sum += item!.Handle;
                pool.Return(item);
            }

            _ring.EndTake();
        }

        _sum = sum;
    }
}
