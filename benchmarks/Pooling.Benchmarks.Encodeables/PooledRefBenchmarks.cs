namespace Pooling.Benchmarks.Encodeables;

/// <summary>Events that are new, from the published pool, returned by a reference each, by the scope of their message, and events that stay
/// with their message, which a reference returns.</summary>
/// <remarks>One by one, with a scope or message for 100; so many held before the first is returned; by 8 threads, each its own; and
/// handed over by a thread that rents (it decodes) to one that returns (it handles), at most 256 on their way in messages of 32. An
/// operation is one event of any thread: times and bytes are those of all, divided by the operations of all.</remarks>
public class PooledRefBenchmarks
{
    internal const int Operations = 640_000;
    internal const int MostThreads = 8;

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
    public void Setup() => _workers = new WorkerThreads(Use switch { "8 threads" => MostThreads, "handover" => 2, _ => 1 });

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
