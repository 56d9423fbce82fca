namespace Pooling.Benchmarks.Encodeables;

/// <summary>Measures events that are new, from the published pool, returned by one reference each, returned by the scope of their message,
/// or parts of a message that a reference returns.</summary>
/// <remarks>They are used one by one, with a scope or message for 100; a number of them held before the first is returned; by 8 threads,
/// each with its own; and passed from a thread that rents (it decodes) to a thread that returns (it handles), with at most 256 in transit
/// in messages of 32. An operation is one event of any thread: times and bytes are those of all threads, divided by the operations of
/// all.</remarks>
public class PooledRefBenchmarks
{
    internal const int Operations = 640_000;
    internal const int MaxThreads = 8;

    private readonly Traffic _new = new EventTraffic<PublishedEvent, PooledScope, NewEvents>(default).Run;
    private readonly Traffic _published = new EventTraffic<PublishedEvent, PooledScope, PublishedEvents>(new()).Run;
    private readonly Traffic _atomic = new EventTraffic<PooledRef<EventFieldList>, PooledScope, ReferencedEvents>(new()).Run;
    private readonly Traffic _scope = new EventTraffic<EventFieldList, PooledScope, ScopedEvents>(new()).Run;
    private readonly Traffic _list = new EventTraffic<EventFieldList, PooledRef<KeptParts>, KeptEvents>(default).Run;
    private WorkerThreads _workers = null!;

    private delegate long Traffic(string use, WorkerThreads workers);

    [Params("one by one", "held 1000", "held 40000", "8 threads", "handover")]
    public string Use { get; set; } = "";

    [GlobalSetup]
    public void Setup() => _workers = new WorkerThreads(Use switch { "8 threads" => MaxThreads, "handover" => 2, _ => 1 });

    [GlobalCleanup]
    public void Cleanup() => _workers.Dispose();

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations)]
    [Row("OPCUA-notifications-*", Role.Before), Row("OPCUA-EventFieldList", Role.Before)]
    public long New() => _new(Use, _workers);

    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("OPCUA-notifications-*", Role.Published), Row("OPCUA-EventFieldList", Role.Published)]
    public long Published() => _published(Use, _workers);

    [Benchmark(OperationsPerInvoke = Operations), Row("OPCUA-notifications-*", Role.Ours), Row("OPCUA-EventFieldList", Role.Ours)]
    public long Atomic() => _atomic(Use, _workers);

    [Benchmark(OperationsPerInvoke = Operations), Row("OPCUA-notifications-*", Role.Ours), Row("OPCUA-EventFieldList", Role.Ours)]
    public long Scope() => _scope(Use, _workers);

    [Benchmark(OperationsPerInvoke = Operations), Row("OPCUA-notifications-*", Role.Ours), Row("OPCUA-EventFieldList", Role.Ours)]
    public long List() => _list(Use, _workers);
}
