using Pooling.Objects;

namespace Pooling.Benchmarks.Encodeables;

/// <summary>Events that are new, from the published pool, returned by a reference each, and by the scope of their message.</summary>
/// <remarks>One by one, with a scope for 100; so many held before the first is returned; by 8 threads, each its own; and handed over by a
/// thread that rents (it decodes) to one that returns (it handles), at most 256 on their way in messages of 32. An operation is one event
/// of any thread: times and bytes are those of all, divided by the operations of all.</remarks>
public class PooledRefBenchmarks
{
    private readonly EncodeablePool<EventFieldList> _pool = Create(ReturnCheck.Atomic);
    private readonly EncodeablePool<EventFieldList> _uncheckedPool = Create(ReturnCheck.None);
    private readonly EventTraffic _new = new EventTraffic<EventFieldList, NewEvents>(new NewEvents());
    private readonly EventTraffic _published = new EventTraffic<PublishedEvent, PublishedEvents>(new PublishedEvents());
    private readonly EventTraffic _atomic;
    private readonly EventTraffic _unchecked;
    private readonly EventTraffic _scope;
    private WorkerThreads? _workers;

    public PooledRefBenchmarks()
    {
        _atomic = new EventTraffic<PooledRef<EventFieldList>, ReferencedEvents>(new ReferencedEvents(_pool));
        _unchecked = new EventTraffic<PooledRef<EventFieldList>, ReferencedEvents>(new ReferencedEvents(_uncheckedPool));
        _scope = new EventTraffic<EventFieldList, ScopedEvents>(new ScopedEvents(_pool));
    }

    [Params("one by one", "held 1000", "held 40000", "8 threads", "handover")]
    public string Use { get; set; } = "";

    [GlobalSetup]
    public void Setup() => _workers = Use switch
    {
        "8 threads" => new WorkerThreads(EventTraffic.Threads),
        "handover" => new WorkerThreads(2),
        _ => null,
    };

    [GlobalCleanup]
    public void Cleanup()
    {
        _workers?.Dispose();
        _pool.Dispose();
        _uncheckedPool.Dispose();
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = EventTraffic.Operations)]
    [Row("OPCUA-notifications-*", Role.Before), Row("OPCUA-EventFieldList", Role.Before)]
    public long New() => _new.Run(Use, _workers);

    [Benchmark(OperationsPerInvoke = EventTraffic.Operations), Row("OPCUA-notifications-*", Role.Published)]
    [Row("OPCUA-EventFieldList", Role.Published)]
    public long Published() => _published.Run(Use, _workers);

    [Benchmark(OperationsPerInvoke = EventTraffic.Operations), Row("OPCUA-notifications-*", Role.Ours)]
    [Row("OPCUA-EventFieldList", Role.Ours)]
    public long Atomic() => _atomic.Run(Use, _workers);

    [Benchmark(OperationsPerInvoke = EventTraffic.Operations), Row("OPCUA-notifications-*", Role.Ours)]
    [Row("OPCUA-EventFieldList", Role.Ours)]
    public long Scope() => _scope.Run(Use, _workers);

    [Benchmark(OperationsPerInvoke = EventTraffic.Operations)]
    [Row("OPCUA-EventFieldList", Role.Advice, "no check of returns")]
    public long Unchecked() => _unchecked.Run(Use, _workers);

    private static EncodeablePool<EventFieldList> Create(ReturnCheck check) => EncodeablePool.Create<EventFieldList, EventPolicy>(
        returnCheck: check, options: new PoolOptions { MaxRetained = 80_000 });
}
