using BenchmarkDotNet.Attributes;
using Microsoft.Extensions.ObjectPool;
using Pooling.Objects;

namespace Pooling.Benchmarks.Objects;

// The same with the larger item.
public partial class MagazinePoolBenchmarks
{
    private readonly ObjectPool<Item104> _default104 = new DefaultObjectPool<Item104>(new Item104Policy(), 1_024);
    private readonly ScanPool<Item104> _scan104 = new(static () => new Item104());
    private readonly MagazinePool<Item104> _magazine104 = new(new Item104Policy());
    private readonly MagazinePool<Item104> _resettable104 = MagazinePool.Create<Item104>();
    private readonly PolicyPool<Item104, Item104StructPolicy> _struct104 = new(default, new StoreOptions());

    [SmokeCheck(nameof(New104))]
    public string SizeOfItem104() => ObjectSize.Check(static () => new Item104(), 104);

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations)]
    [BenchmarkCategory("104 B")]
    [Row("POOL-depth-1-104B", Role.Before)]
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
    [Row("POOL-depth-1-104B", Role.Peer, "DefaultObjectPool")]
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
    [Row("POOL-depth-1-104B", Role.Published)]
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
    [Row("POOL-depth-1-104B", Role.Ours)]
    public long Magazine104()
    {
        MagazinePool<Item104> pool = _magazine104;
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
    [Row("POOL-depth-1-104B", Role.Ours)]
    public long MagazineOfResettable104()
    {
        MagazinePool<Item104> pool = _resettable104;
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
    [Row("POOL-depth-1-104B", Role.Ours)]
    public long MagazineStructPolicy104()
    {
        PolicyPool<Item104, Item104StructPolicy> pool = _struct104;
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
}
