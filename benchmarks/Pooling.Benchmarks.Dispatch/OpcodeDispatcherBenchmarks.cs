namespace Pooling.Benchmarks.Dispatch;

/// <summary>64 opcodes, each with code of its own: parse twelve bytes, add two numbers.</summary>
/// <remarks>The baseline is what an engineer writes by hand: a switch with states, counters and a catch.</remarks>
public class OpcodeDispatcherBenchmarks
{
    private const int Count = OpcodeTraffic.Count;
    private const string Struct = "struct context";
    private const string Class = "class context";
    private const string Bare = ": no states, counters or catch";
    internal const string Plain = "counts faults, but not handled packets; catches no exceptions";

    private static readonly MovementTables s_tables = new();
    private static readonly OpcodeDispatcher<SessionContext> s_dispatcher = s_tables.Builder.Build();
    private static readonly OpcodeDispatcher<SessionContext> s_catching = s_tables.Builder.OnFault(static (in _, _, _) => { }).Build();
    private static readonly OpcodeDispatcher<SessionContext> s_catchingAndCounting = s_tables.Builder.CountHandled().Build();
    private static readonly OpcodeDispatcher<SessionContext> s_ofDelegates = s_tables.DelegateBuilder.Build();
    private static readonly OpcodeDispatcher<Session> s_ofClass = s_tables.ClassBuilder.Build();
    private static readonly OpcodeDispatcher<Session> s_ofClassAndDelegates = s_tables.ClassDelegateBuilder.Build();

    private readonly SwitchDispatcher<SessionContext> _switch = new();
    private readonly SwitchDispatcher<ClassContext> _classSwitch = new();
    private OpcodeTraffic _traffic = null!;

    [Params(OpcodeOrder.Random, OpcodeOrder.Rotating, OpcodeOrder.Single)]
    public OpcodeOrder Order { get; set; }

    [GlobalSetup]
    public void Setup() => _traffic = new OpcodeTraffic(Order);

    [Benchmark(Baseline = true, OperationsPerInvoke = Count), BenchmarkCategory(Struct), Row("POOL-dispatch-*", Role.Before)]
    public long Switch() => _traffic.Run(_switch, _traffic.Context);

    [Benchmark(OperationsPerInvoke = Count), BenchmarkCategory(Struct), Row("POOL-dispatch-*", Role.Peer, "bare switch" + Bare)]
    public long BareSwitch() => _traffic.RunBareSwitch(_traffic.Context);

    [Benchmark(OperationsPerInvoke = Count), BenchmarkCategory(Struct), Row("POOL-dispatch-*", Role.Peer, "Dictionary of delegates" + Bare)]
    public long Dictionary() => _traffic.Run(s_tables.Delegates, _traffic.Context);

    [Benchmark(OperationsPerInvoke = Count)]
    [BenchmarkCategory(Struct), Row("POOL-dispatch-*", Role.Peer, "FrozenDictionary of delegates" + Bare)]
    public long FrozenDictionary() => _traffic.Run(s_tables.Frozen, _traffic.Context);

    [Benchmark(OperationsPerInvoke = Count), BenchmarkCategory(Struct), Row("POOL-dispatch-*", Role.Ours, Plain)]
    public long Dispatcher() => _traffic.Run(s_dispatcher, _traffic.Context);

    [Benchmark(OperationsPerInvoke = Count), BenchmarkCategory(Struct), Row("POOL-dispatch-*", Role.Ours, "with a fault handler")]
    public long DispatcherWithCatch() => _traffic.Run(s_catching, _traffic.Context);

    /// <summary>With the duties of the switch.</summary>
    [Benchmark(OperationsPerInvoke = Count), BenchmarkCategory(Struct), Row("POOL-dispatch-*", Role.Ours)]
    public long DispatcherWithCatchAndCounters() => _traffic.Run(s_catchingAndCounting, _traffic.Context);

    [Benchmark(OperationsPerInvoke = Count)]
    [BenchmarkCategory(Struct), Row("POOL-dispatch-*", Role.Ours, "handlers as delegates; " + Plain)]
    public long DelegateHandlers() => _traffic.Run(s_ofDelegates, _traffic.Context);

    [Benchmark(Baseline = true, OperationsPerInvoke = Count), BenchmarkCategory(Class), Row("POOL-dispatch-class", Role.Before)]
    public long SwitchOfClass() => _traffic.Run(_classSwitch, new ClassContext(_traffic.Session));

    [Benchmark(OperationsPerInvoke = Count)]
    [BenchmarkCategory(Class), Row("POOL-dispatch-class", Role.Peer, "FrozenDictionary of delegates" + Bare)]
    public long FrozenDictionaryOfClass() => _traffic.Run(s_tables.ClassFrozen, _traffic.Session);

    [Benchmark(OperationsPerInvoke = Count), BenchmarkCategory(Class), Row("POOL-dispatch-class", Role.Ours, Plain)]
    public long DispatcherOfClass() => _traffic.Run(s_ofClass, _traffic.Session);

    [Benchmark(OperationsPerInvoke = Count)]
    [BenchmarkCategory(Class), Row("POOL-dispatch-class", Role.Ours, "handlers as delegates; " + Plain)]
    public long DelegateHandlersOfClass() => _traffic.Run(s_ofClassAndDelegates, _traffic.Session);
}
