using BenchmarkDotNet.Attributes;
using Microsoft.Extensions.ObjectPool;
using Pooling.Objects;

namespace Pooling.Benchmarks.Objects;

/// <summary>One item at a time: rent, use, reset, return.</summary>
public partial class MagazinePoolBenchmarks
{
    private const int Operations = 1_000;

    private readonly ObjectPool<Item48> _default48 = new DefaultObjectPool<Item48>(new Item48Policy(), 1_024);
    private readonly ScanPool<Item48> _scan48 = new(static () => new Item48());
    private readonly MagazinePool<Item48> _magazine48 = new(new Item48Policy());
    private readonly MagazinePool<Item48> _resettable48 = MagazinePool.Create<Item48>();
    private readonly PolicyPool<Item48, Item48StructPolicy> _struct48 = new(default, new StoreOptions());
    private object? _last;

    [GlobalCleanup]
    public void Cleanup()
    {
        _magazine48.Dispose();
        _resettable48.Dispose();
        _struct48.Lifetime.Dispose();
        _magazine104.Dispose();
        _resettable104.Dispose();
        _struct104.Lifetime.Dispose();
    }

    [SmokeCheck(nameof(New48))]
    public string SizeOfItem48() => ObjectSize.Check(static () => new Item48(), 48);

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations)]
    [BenchmarkCategory("48 B")]
    [Row("POOL-depth-1-48B", Role.Before)]
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
    [Row("POOL-depth-1-48B", Role.Peer, "DefaultObjectPool")]
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
    [Row("POOL-depth-1-48B", Role.Published)]
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
    [Row("POOL-depth-1-48B", Role.Ours)]
    public long Magazine48()
    {
        MagazinePool<Item48> pool = _magazine48;
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
    [Row("POOL-depth-1-48B", Role.Ours)]
    public long MagazineOfResettable48()
    {
        MagazinePool<Item48> pool = _resettable48;
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
    [Row("POOL-depth-1-48B", Role.Ours)]
    public long MagazineStructPolicy48()
    {
        PolicyPool<Item48, Item48StructPolicy> pool = _struct48;
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
}
