namespace Pooling.Benchmarks.Dispatch;

/// <summary>64 opcodes, each with code of its own: parse twelve bytes, add two numbers.</summary>
/// <remarks>The baseline is what an engineer writes by hand: a switch with states, counters and a catch.</remarks>
public class OpcodeDispatcherBenchmarks
{
    private const int Count = OpcodeTraffic.Count;
    private const string Struct = "struct context";
    private const string Class = "class context";
    private const string Bare = ": no states, counters, catch";
    private const string OneCaller = "ForOneCaller, as the loop of a connection has it";

    private static readonly MovementTables s_tables = new();

    private readonly SwitchDispatcher<SessionContext, SharedCounters> _switch = new();
    private readonly SwitchDispatcher<SessionContext, ThreadCounters> _threadSwitch = new();
    private readonly SwitchDispatcher<ClassContext, SharedCounters> _classSwitch = new();
    private readonly OpcodeDispatcher<SessionContext> _dispatcher = s_tables.Builder.Build();
    private readonly OpcodeDispatcher<SessionContext> _dispatcherOfOneCaller = s_tables.Builder.Build().ForOneCaller();
    private readonly OpcodeDispatcher<SessionContext> _dispatcherOfDelegates = s_tables.DelegateBuilder.Build();
    private readonly OpcodeDispatcher<Session> _classDispatcher = s_tables.ClassBuilder.Build();
    private readonly OpcodeDispatcher<Session> _classDispatcherOfOneCaller = s_tables.ClassBuilder.Build().ForOneCaller();
    private readonly OpcodeDispatcher<Session> _classDispatcherOfDelegates = s_tables.ClassDelegateBuilder.Build();
    private OpcodeTraffic _traffic = null!;

    [Params(OpcodeOrder.Random, OpcodeOrder.Rotating, OpcodeOrder.Single)]
    public OpcodeOrder Order { get; set; }

    [GlobalSetup]
    public void Setup() => _traffic = new OpcodeTraffic(Order);

    [Benchmark(Baseline = true, OperationsPerInvoke = Count), BenchmarkCategory(Struct), Row("POOL-dispatch-*", Role.Before)]
    public long Switch() => _traffic.Run(_switch, _traffic.Context);

    [Benchmark(OperationsPerInvoke = Count), BenchmarkCategory(Struct), Row("POOL-dispatch-*", Role.Peer, "switch counted for each thread")]
    public long SwitchCountedByThread() => _traffic.Run(_threadSwitch, _traffic.Context);

    [Benchmark(OperationsPerInvoke = Count), BenchmarkCategory(Struct), Row("POOL-dispatch-*", Role.Peer, "bare switch" + Bare)]
    public long BareSwitch() => _traffic.RunBareSwitch(_traffic.Context);

    [Benchmark(OperationsPerInvoke = Count), BenchmarkCategory(Struct), Row("POOL-dispatch-*", Role.Peer, "Dictionary of delegates" + Bare)]
    public long Dictionary() => _traffic.Run(s_tables.Delegates);

    [Benchmark(OperationsPerInvoke = Count)]
    [BenchmarkCategory(Struct), Row("POOL-dispatch-*", Role.Peer, "FrozenDictionary of delegates" + Bare)]
    public long FrozenDictionary() => _traffic.Run(s_tables.Frozen);

    [Benchmark(OperationsPerInvoke = Count), BenchmarkCategory(Struct), Row("POOL-dispatch-*", Role.Ours)]
    public long Dispatcher() => _traffic.Run(_dispatcher, _traffic.Context);

    [Benchmark(OperationsPerInvoke = Count), BenchmarkCategory(Struct), Row("POOL-dispatch-*", Role.Ours, OneCaller)]
    public long DispatcherOfOneCaller() => _traffic.Run(_dispatcherOfOneCaller, _traffic.Context);

    [Benchmark(OperationsPerInvoke = Count), BenchmarkCategory(Struct), Row("POOL-dispatch-*", Role.Ours, "handlers as delegates")]
    public long DelegateHandlers() => _traffic.Run(_dispatcherOfDelegates, _traffic.Context);

    [Benchmark(Baseline = true, OperationsPerInvoke = Count), BenchmarkCategory(Class), Row("POOL-dispatch-class", Role.Before)]
    public long SwitchOfClass() => _traffic.Run(_classSwitch, new ClassContext(_traffic.Session));

    [Benchmark(OperationsPerInvoke = Count), BenchmarkCategory(Class), Row("POOL-dispatch-class", Role.Peer, "bare switch" + Bare)]
    public long BareSwitchOfClass() => _traffic.RunBareSwitch(new ClassContext(_traffic.Session));

    [Benchmark(OperationsPerInvoke = Count), BenchmarkCategory(Class), Row("POOL-dispatch-class", Role.Ours)]
    public long DispatcherOfClass() => _traffic.Run(_classDispatcher, _traffic.Session);

    [Benchmark(OperationsPerInvoke = Count), BenchmarkCategory(Class), Row("POOL-dispatch-class", Role.Ours, OneCaller)]
    public long DispatcherOfClassOfOneCaller() => _traffic.Run(_classDispatcherOfOneCaller, _traffic.Session);

    [Benchmark(OperationsPerInvoke = Count), BenchmarkCategory(Class), Row("POOL-dispatch-class", Role.Ours, "handlers as delegates")]
    public long DelegateHandlersOfClass() => _traffic.Run(_classDispatcherOfDelegates, _traffic.Session);
}
