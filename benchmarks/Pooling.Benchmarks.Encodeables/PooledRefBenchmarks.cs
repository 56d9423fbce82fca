using BenchmarkDotNet.Attributes;
using OpcUa.Protocol.Notifications;
using Pooling.Encodeables;

namespace Pooling.Benchmarks.Encodeables;

/// <summary>Events rented and returned one at a time, by one thread and by 8 at once. An operation is one event of any thread: with 8 of
/// them, times are those of the machine, not of a thread.</summary>
public class PooledRefBenchmarks
{
    private const int Operations = 100_000;
    private const int EventsOfScope = 100;
    private const int Threads = 8;
    private const int Stride = 32; // keeps the sums of two threads two cache lines apart

    private readonly EncodeablePool<EventFieldList> _unchecked =
        EncodeablePool.Create<EventFieldList, EventPolicy>(returnCheck: ReturnCheck.None);
    private readonly PublishedEvents _published = new();
    private readonly long[] _sums = new long[Threads * Stride];
    private readonly object?[] _last = new object?[Threads * Stride]; // lets it escape, so that it is made on the heap
    private readonly Action<int> _useNew;
    private readonly Action<int> _usePublished;
    private readonly Action<int> _useAtomic;
    private readonly Action<int> _useScope;
    private WorkerThreads? _workers;

    public PooledRefBenchmarks()
    {
        _useNew = worker => Use<EventFieldList, NewEvents>(worker, new NewEvents());
        _usePublished = worker => Use<PublishedEvent, PublishedEvents>(worker, _published);
        _useAtomic = worker => Use<PooledRef<EventFieldList>, ReferencedEvents>(worker, new ReferencedEvents(EventFieldList.Pool));
        _useScope = worker => Use<EventFieldList, ScopedEvents>(worker, new ScopedEvents(EventFieldList.Pool));
    }

    [GlobalSetup(Targets = [nameof(NewOf8), nameof(PublishedOf8), nameof(AtomicOf8), nameof(ScopeOf100Of8)])]
    public void Setup() => _workers = new WorkerThreads(Threads);

    [GlobalCleanup]
    public void Cleanup()
    {
        _workers?.Dispose();
        _unchecked.Dispose();
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations)]
    [BenchmarkCategory("1 thread")]
    [Row("OPCUA-EventFieldList", Role.Before)]
    public long New() => Use<EventFieldList, NewEvents>(0, new NewEvents());

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("1 thread")]
    [Row("OPCUA-EventFieldList", Role.Published)]
    public long Published() => Use<PublishedEvent, PublishedEvents>(0, _published);

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("1 thread")]
    [Row("OPCUA-EventFieldList", Role.Ours)]
    public long Atomic() => Use<PooledRef<EventFieldList>, ReferencedEvents>(0, new ReferencedEvents(EventFieldList.Pool));

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("1 thread")]
    [Row("OPCUA-EventFieldList", Role.Advice, "no check of returns")]
    public long Unchecked() => Use<PooledRef<EventFieldList>, ReferencedEvents>(0, new ReferencedEvents(_unchecked));

    [Benchmark(Baseline = true, OperationsPerInvoke = Threads * Operations)]
    [BenchmarkCategory("8 threads")]
    [Row("OPCUA-notifications-8-threads", Role.Before)]
    public long NewOf8() => RunAll(_useNew);

    [Benchmark(OperationsPerInvoke = Threads * Operations)]
    [BenchmarkCategory("8 threads")]
    [Row("OPCUA-notifications-8-threads", Role.Published)]
    public long PublishedOf8() => RunAll(_usePublished);

    [Benchmark(OperationsPerInvoke = Threads * Operations)]
    [BenchmarkCategory("8 threads")]
    [Row("OPCUA-notifications-8-threads", Role.Ours)]
    public long AtomicOf8() => RunAll(_useAtomic);

    [Benchmark(OperationsPerInvoke = Threads * Operations)]
    [BenchmarkCategory("8 threads")]
    [Row("OPCUA-notifications-8-threads", Role.Ours)]
    public long ScopeOf100Of8() => RunAll(_useScope);

    private long RunAll(Action<int> use)
    {
        _workers!.Run(use);
        return _sums.Sum();
    }

    private long Use<T, TSource>(int worker, TSource source) where TSource : struct, IEventSource<T>
    {
        long sum = 0;
        T? item = default;
        for (uint i = 0; i < Operations;)
        {
            using PooledScope scope = TSource.NeedsScope ? PooledScope.Begin() : default;
            for (int j = 0; j < EventsOfScope; j++, i++)
            {
                item = source.Rent(scope, i);
                sum += source.Return(item);
            }
        }

        _last[worker * Stride] = item;
        _sums[worker * Stride] = sum;
        return sum;
    }
}
