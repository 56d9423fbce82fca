using BenchmarkDotNet.Attributes;
using OpcUa.Protocol.Notifications;
using Pooling.Encodeables;

namespace Pooling.Benchmarks.Encodeables;

/// <summary>Eight threads at once, each renting and returning one notification at a time;
/// the time is that of one thread's operation.</summary>
public class PooledRefBenchmarks
{
    private const int Operations = 100_000;
    private const int Threads = 8;
    private const int Stride = 32; // keeps the sums of two threads two cache lines apart

    private readonly PublishedPool<PublishedEventFieldList> _published = new(static () => new PublishedEventFieldList());
    private readonly long[] _sums = new long[Threads * Stride];
    private readonly object?[] _last = new object?[Threads * Stride];
    private readonly Action<int> _useNew;
    private readonly Action<int> _usePublished;
    private readonly Action<int> _useAtomic;
    private readonly Action<int> _useScope;
    private WorkerThreads _workers = null!;

    public PooledRefBenchmarks() => (_useNew, _usePublished, _useAtomic, _useScope) = (UseNew, UsePublished, UseAtomic, UseScope);

    [GlobalSetup]
    public void Setup() => _workers = new WorkerThreads(Threads);

    [GlobalCleanup]
    public void Cleanup() => _workers.Dispose();

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations)]
    [Row("OPCUA-notifications-8-threads", Role.Before)]
    public long New() => RunAll(_useNew);

    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("OPCUA-notifications-8-threads", Role.Published)]
    public long Published() => RunAll(_usePublished);

    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("OPCUA-notifications-8-threads", Role.Ours)]
    public long Atomic() => RunAll(_useAtomic);

    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("OPCUA-notifications-8-threads", Role.Ours)]
    public long ScopeOf100() => RunAll(_useScope);

    private long RunAll(Action<int> use)
    {
        _workers.Run(use);
        return _sums.Sum();
    }

    private void UseNew(int worker)
    {
        long sum = 0;
        EventFieldList? item = null;
        for (uint i = 0; i < Operations; i++)
        {
            item = new EventFieldList { ClientHandle = i };
            sum += item.ClientHandle;
        }

        _last[worker * Stride] = item;
        _sums[worker * Stride] = sum;
    }

    private void UsePublished(int worker)
    {
        PublishedPool<PublishedEventFieldList> pool = _published;
        long sum = 0;
        for (uint i = 0; i < Operations; i++)
        {
            PublishedEventFieldList item = pool.Create();
            item.ClientHandle = i;
            sum += item.ClientHandle;
            pool.Reuse(item);
        }

        _sums[worker * Stride] = sum;
    }

    private void UseAtomic(int worker)
    {
        long sum = 0;
        for (uint i = 0; i < Operations; i++)
        {
            PooledRef<EventFieldList> rental = EventFieldList.Pool.Rent();
            EventFieldList item = rental.Value;
            item.ClientHandle = i;
            sum += item.ClientHandle;
            rental.TryReturn();
        }

        _sums[worker * Stride] = sum;
    }

    private void UseScope(int worker)
    {
        long sum = 0;
        for (uint i = 0; i < Operations;)
        {
            using PooledScope scope = PooledScope.Begin();
            for (int j = 0; j < 100; j++, i++)
            {
                EventFieldList item = scope.Rent(EventFieldList.Pool);
                item.ClientHandle = i;
                sum += item.ClientHandle;
            }
        }

        _sums[worker * Stride] = sum;
    }
}
