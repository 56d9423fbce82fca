namespace Pooling.Benchmarks.Dispatch;

/// <summary>Measures 64 opcodes with separate code for each: it parses twelve bytes and adds two numbers.</summary>
/// <remarks>The text after a colon names the duties of a contender beyond the call: it refuses packets that the state of the sender does
/// not allow, counts handled packets, or catches exceptions. For each of ours, there is a switch with the same duties.</remarks>
public class OpcodeDispatcherBenchmarks
{
    private const int Count = OpcodeTraffic.Count;
    private const string Struct = "struct context";
    private const string Class = "class context";

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

    [Benchmark(Baseline = true, OperationsPerInvoke = Count), BenchmarkCategory(Struct)]
    [Row("POOL-dispatch-*", Role.Before, "switch: states, counters, catch")]
    public long Switch() => _traffic.Run(_switch, _traffic.Context);

    [Benchmark(OperationsPerInvoke = Count), BenchmarkCategory(Struct), Row("POOL-dispatch-*", Role.Peer, "switch: states, catch")]
    public long SwitchWithCatch() => _traffic.RunAndCatch(_switch, _traffic.Context);

    [Benchmark(OperationsPerInvoke = Count), BenchmarkCategory(Struct), Row("POOL-dispatch-*", Role.Peer, "switch: states")]
    public long SwitchWithStates() => _traffic.RunByState(_switch, _traffic.Context);

    [Benchmark(OperationsPerInvoke = Count), BenchmarkCategory(Struct), Row("POOL-dispatch-*", Role.Peer, "switch")]
    public long BareSwitch() => _traffic.RunBareSwitch(_traffic.Context);

    [Benchmark(OperationsPerInvoke = Count), BenchmarkCategory(Struct), Row("POOL-dispatch-*", Role.Peer, "delegate[]: states")]
    public long DelegateArrayWithStates() => _traffic.Run(s_tables.ArrayWithStates, _traffic.Context);

    [Benchmark(OperationsPerInvoke = Count), BenchmarkCategory(Struct), Row("POOL-dispatch-*", Role.Peer, "delegate[]")]
    public long DelegateArray() => _traffic.Run(s_tables.Array, _traffic.Context);

    [Benchmark(OperationsPerInvoke = Count), BenchmarkCategory(Struct), Row("POOL-dispatch-*", Role.Peer, "Dictionary of delegates")]
    public long Dictionary() => _traffic.Run(s_tables.Delegates, _traffic.Context);

    [Benchmark(OperationsPerInvoke = Count), BenchmarkCategory(Struct), Row("POOL-dispatch-*", Role.Peer, "FrozenDictionary of delegates")]
    public long FrozenDictionary() => _traffic.Run(s_tables.Frozen, _traffic.Context);

    [Benchmark(OperationsPerInvoke = Count), BenchmarkCategory(Struct), Row("POOL-dispatch-*", Role.Ours, "handlers as structs: states")]
    public long Dispatcher() => _traffic.Run(s_dispatcher, _traffic.Context);

    [Benchmark(OperationsPerInvoke = Count), BenchmarkCategory(Struct)]
    [Row("POOL-dispatch-*", Role.Ours, "handlers as structs: states, catch")]
    public long DispatcherWithCatch() => _traffic.Run(s_catching, _traffic.Context);

    [Benchmark(OperationsPerInvoke = Count), BenchmarkCategory(Struct)]
    [Row("POOL-dispatch-*", Role.Ours, "handlers as structs: states, counters, catch")]
    public long DispatcherWithCatchAndCounters() => _traffic.Run(s_catchingAndCounting, _traffic.Context);

    [Benchmark(OperationsPerInvoke = Count), BenchmarkCategory(Struct), Row("POOL-dispatch-*", Role.Ours, "handlers as delegates: states")]
    public long DelegateHandlers() => _traffic.Run(s_ofDelegates, _traffic.Context);

    [Benchmark(Baseline = true, OperationsPerInvoke = Count), BenchmarkCategory(Class)]
    [Row("POOL-dispatch-class", Role.Before, "switch: states, counters, catch")]
    public long SwitchOfClass() => _traffic.Run(_classSwitch, new ClassContext(_traffic.Session));

    [Benchmark(OperationsPerInvoke = Count), BenchmarkCategory(Class), Row("POOL-dispatch-class", Role.Peer, "switch: states")]
    public long SwitchOfClassWithStates() => _traffic.RunByState(_classSwitch, new ClassContext(_traffic.Session));

    [Benchmark(OperationsPerInvoke = Count), BenchmarkCategory(Class)]
    [Row("POOL-dispatch-class", Role.Peer, "FrozenDictionary of delegates")]
    public long FrozenDictionaryOfClass() => _traffic.Run(s_tables.ClassFrozen, _traffic.Session);

    [Benchmark(OperationsPerInvoke = Count), BenchmarkCategory(Class), Row("POOL-dispatch-class", Role.Ours, "handlers as structs: states")]
    public long DispatcherOfClass() => _traffic.Run(s_ofClass, _traffic.Session);

    [Benchmark(OperationsPerInvoke = Count), BenchmarkCategory(Class)]
    [Row("POOL-dispatch-class", Role.Ours, "handlers as delegates: states")]
    public long DelegateHandlersOfClass() => _traffic.Run(s_ofClassAndDelegates, _traffic.Session);
}
