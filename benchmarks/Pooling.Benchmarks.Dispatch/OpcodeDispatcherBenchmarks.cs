namespace Pooling.Benchmarks.Dispatch;

/// <summary>64 opcodes, each with code of its own: parse twelve bytes, add two numbers.</summary>
/// <remarks>The baseline is what an engineer writes by hand: a switch with states, counters and a catch.</remarks>
public class OpcodeDispatcherBenchmarks
{
    private readonly Session _session = new() { Player = 3 };
    private readonly SessionContext _context;
    private readonly SwitchDispatcher<SessionContext, SharedCounters> _switch = new();
    private readonly SwitchDispatcher<SessionContext, ThreadCounters> _threadSwitch = new();
    private readonly MovementTables _tables = new();
    private readonly OpcodeDispatcher<SessionContext> _dispatcher;
    private readonly OpcodeDispatcher<SessionContext> _dispatcherOfOneCaller;
    private readonly OpcodeDispatcher<SessionContext> _dispatcherOfDelegates;
    private readonly ClassContext _classContext;
    private readonly SwitchDispatcher<ClassContext, SharedCounters> _classSwitch = new();
    private readonly OpcodeDispatcher<Session> _classDispatcher;
    private readonly OpcodeDispatcher<Session> _classDispatcherOfOneCaller;
    private readonly OpcodeDispatcher<Session> _classDispatcherOfDelegates;
    private ushort[] _opcodes = [];

    public OpcodeDispatcherBenchmarks()
    {
        _context = new SessionContext(_session, _session.Player);
        var direct = new OpcodeDispatcherBuilder<SessionContext>();
        var byDelegate = new OpcodeDispatcherBuilder<SessionContext>();
        OpcodeKeys.VisitAll(new StructRegistration(direct, byDelegate));
        (_dispatcher, _dispatcherOfDelegates) = (Build(direct), Build(byDelegate));
        _dispatcherOfOneCaller = _dispatcher.ForOneCaller();

        _classContext = new ClassContext(_session);
        var classDirect = new OpcodeDispatcherBuilder<Session>();
        var classByDelegate = new OpcodeDispatcherBuilder<Session>();
        OpcodeKeys.VisitAll(new ClassRegistration(classDirect, classByDelegate));
        (_classDispatcher, _classDispatcherOfDelegates) = (Build(classDirect), Build(classByDelegate));
        _classDispatcherOfOneCaller = _classDispatcher.ForOneCaller();
    }

    [Params(OpcodeOrder.Random, OpcodeOrder.Rotating, OpcodeOrder.Single)]
    public OpcodeOrder Order { get; set; }

    [GlobalSetup]
    public void Setup() => _opcodes = OpcodeTraffic.Create(Order, OpcodeKeys.Count);

    [Benchmark(Baseline = true, OperationsPerInvoke = OpcodeTraffic.Count)]
    [BenchmarkCategory("struct context")]
    [Row("POOL-dispatch-random", Role.Before)]
    [Row("POOL-dispatch-rotating", Role.Before)]
    [Row("POOL-dispatch-single", Role.Before)]
    public long Switch() => Run(new BySwitch<SessionContext, SharedCounters>(_switch, _context));

    [Benchmark(OperationsPerInvoke = OpcodeTraffic.Count)]
    [BenchmarkCategory("struct context")]
    [Row("POOL-dispatch-random", Role.Peer, "switch counted for each thread")]
    [Row("POOL-dispatch-rotating", Role.Peer, "switch counted for each thread")]
    [Row("POOL-dispatch-single", Role.Peer, "switch counted for each thread")]
    public long SwitchCountedByThread() => Run(new BySwitch<SessionContext, ThreadCounters>(_threadSwitch, _context));

    [Benchmark(OperationsPerInvoke = OpcodeTraffic.Count)]
    [BenchmarkCategory("struct context")]
    [Row("POOL-dispatch-random", Role.Peer, "bare switch: no states, counters, catch")]
    [Row("POOL-dispatch-rotating", Role.Peer, "bare switch: no states, counters, catch")]
    [Row("POOL-dispatch-single", Role.Peer, "bare switch: no states, counters, catch")]
    public long BareSwitch() => Run(new ByBareSwitch<SessionContext>(_context));

    [Benchmark(OperationsPerInvoke = OpcodeTraffic.Count)]
    [BenchmarkCategory("struct context")]
    [Row("POOL-dispatch-random", Role.Peer, "Dictionary of delegates: no states, counters, catch")]
    [Row("POOL-dispatch-rotating", Role.Peer, "Dictionary of delegates: no states, counters, catch")]
    [Row("POOL-dispatch-single", Role.Peer, "Dictionary of delegates: no states, counters, catch")]
    public long Dictionary() => Run(new ByDictionary(_tables.Delegates, _context));

    [Benchmark(OperationsPerInvoke = OpcodeTraffic.Count)]
    [BenchmarkCategory("struct context")]
    [Row("POOL-dispatch-random", Role.Peer, "FrozenDictionary of delegates: no states, counters, catch")]
    [Row("POOL-dispatch-rotating", Role.Peer, "FrozenDictionary of delegates: no states, counters, catch")]
    [Row("POOL-dispatch-single", Role.Peer, "FrozenDictionary of delegates: no states, counters, catch")]
    public long FrozenDictionary() => Run(new ByFrozenDictionary(_tables.Frozen, _context));

    [Benchmark(OperationsPerInvoke = OpcodeTraffic.Count)]
    [BenchmarkCategory("struct context")]
    [Row("POOL-dispatch-random", Role.Peer, "array of interfaces: no states, counters, catch")]
    [Row("POOL-dispatch-rotating", Role.Peer, "array of interfaces: no states, counters, catch")]
    [Row("POOL-dispatch-single", Role.Peer, "array of interfaces: no states, counters, catch")]
    public long Interface() => Run(new ByInterface(_tables.Handlers, _context));

    [Benchmark(OperationsPerInvoke = OpcodeTraffic.Count)]
    [BenchmarkCategory("struct context")]
    [Row("POOL-dispatch-random", Role.Ours)]
    [Row("POOL-dispatch-rotating", Role.Ours)]
    [Row("POOL-dispatch-single", Role.Ours)]
    public long Dispatcher() => Run(new ByDispatcher<SessionContext>(_dispatcher, _context));

    [Benchmark(OperationsPerInvoke = OpcodeTraffic.Count)]
    [BenchmarkCategory("struct context")]
    [Row("POOL-dispatch-random", Role.Ours, "ForOneCaller, as the loop of a connection has it")]
    [Row("POOL-dispatch-rotating", Role.Ours, "ForOneCaller, as the loop of a connection has it")]
    [Row("POOL-dispatch-single", Role.Ours, "ForOneCaller, as the loop of a connection has it")]
    public long DispatcherOfOneCaller() => Run(new ByDispatcher<SessionContext>(_dispatcherOfOneCaller, _context));

    [Benchmark(OperationsPerInvoke = OpcodeTraffic.Count)]
    [BenchmarkCategory("struct context")]
    [Row("POOL-dispatch-random", Role.Ours, "handlers as delegates")]
    [Row("POOL-dispatch-rotating", Role.Ours, "handlers as delegates")]
    [Row("POOL-dispatch-single", Role.Ours, "handlers as delegates")]
    public long DelegateHandlers() => Run(new ByDispatcher<SessionContext>(_dispatcherOfDelegates, _context));

    [Benchmark(Baseline = true, OperationsPerInvoke = OpcodeTraffic.Count)]
    [BenchmarkCategory("class context")]
    [Row("POOL-dispatch-class", Role.Before)]
    public long SwitchOfClass() => Run(new BySwitch<ClassContext, SharedCounters>(_classSwitch, _classContext));

    [Benchmark(OperationsPerInvoke = OpcodeTraffic.Count)]
    [BenchmarkCategory("class context")]
    [Row("POOL-dispatch-class", Role.Peer, "bare switch: no states, counters, catch")]
    public long BareSwitchOfClass() => Run(new ByBareSwitch<ClassContext>(_classContext));

    [Benchmark(OperationsPerInvoke = OpcodeTraffic.Count)]
    [BenchmarkCategory("class context")]
    [Row("POOL-dispatch-class", Role.Ours)]
    public long DispatcherOfClass() => Run(new ByDispatcher<Session>(_classDispatcher, _session));

    [Benchmark(OperationsPerInvoke = OpcodeTraffic.Count)]
    [BenchmarkCategory("class context")]
    [Row("POOL-dispatch-class", Role.Ours, "ForOneCaller, as the loop of a connection has it")]
    public long DispatcherOfClassOfOneCaller() => Run(new ByDispatcher<Session>(_classDispatcherOfOneCaller, _session));

    [Benchmark(OperationsPerInvoke = OpcodeTraffic.Count)]
    [BenchmarkCategory("class context")]
    [Row("POOL-dispatch-class", Role.Ours, "handlers as delegates")]
    public long DelegateHandlersOfClass() => Run(new ByDispatcher<Session>(_classDispatcherOfDelegates, _session));

    private static OpcodeDispatcher<TContext> Build<TContext>(OpcodeDispatcherBuilder<TContext> builder) =>
        builder.OnFault(static (in TContext _, ushort _, Exception _) => { }).Build();

    // Compiled for each way alone, since ways are structs.
    private long Run<TWay>(TWay way) where TWay : struct, IWay
    {
        Session session = _session;
        session.Sum = 0;
        ReadOnlySpan<byte> payload = OpcodeTraffic.Payload;
        foreach (ushort opcode in _opcodes)
            way.Dispatch(opcode, payload);

        return session.Sum;
    }

    private interface IWay
    {
        void Dispatch(ushort opcode, ReadOnlySpan<byte> payload);
    }

    private readonly struct BySwitch<TContext, TCounters>(SwitchDispatcher<TContext, TCounters> dispatcher, TContext context) : IWay
        where TContext : struct, IMovementContext<TContext>
        where TCounters : struct, IStatusCounters
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public void Dispatch(ushort opcode, ReadOnlySpan<byte> payload) => dispatcher.Dispatch(in context, opcode, payload, 1);
    }

    private readonly struct ByBareSwitch<TContext>(TContext context) : IWay where TContext : struct, IMovementContext<TContext>
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public void Dispatch(ushort opcode, ReadOnlySpan<byte> payload) =>
            OpcodeSwitch.Dispatch<MovementTarget<TContext>, TContext, ReadOnlySpan<byte>, DispatchStatus>(in context, opcode, payload);
    }

    private readonly struct ByDictionary(Dictionary<ushort, MovementInvoker> delegates, SessionContext context) : IWay
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public void Dispatch(ushort opcode, ReadOnlySpan<byte> payload) => delegates[opcode](in context, payload);
    }

    private readonly struct ByFrozenDictionary(FrozenDictionary<ushort, MovementInvoker> delegates, SessionContext context) : IWay
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public void Dispatch(ushort opcode, ReadOnlySpan<byte> payload) => delegates[opcode](in context, payload);
    }

    private readonly struct ByInterface(IMovementHandler[] handlers, SessionContext context) : IWay
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public void Dispatch(ushort opcode, ReadOnlySpan<byte> payload) => handlers[opcode].Handle(in context, payload);
    }

    private readonly struct ByDispatcher<TContext>(OpcodeDispatcher<TContext> dispatcher, TContext context) : IWay
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public void Dispatch(ushort opcode, ReadOnlySpan<byte> payload) => dispatcher.Dispatch(in context, opcode, payload, 1);
    }

    private readonly struct StructRegistration(
        OpcodeDispatcherBuilder<SessionContext> direct, OpcodeDispatcherBuilder<SessionContext> byDelegate) : IOpcodeKeyVisitor
    {
        public void Visit<TKey>() where TKey : struct, IOpcodeKey
        {
            direct.Add<Movement, MovementParser<TKey>, MovementHandler<TKey>>(TKey.Value, 1);
            byDelegate.Add<Movement, MovementParser<TKey>>(TKey.Value,
                static (in SessionContext context, in Movement packet) => default(MovementHandler<TKey>).Handle(in context, in packet), 1);
        }
    }

    private readonly struct ClassRegistration(OpcodeDispatcherBuilder<Session> direct, OpcodeDispatcherBuilder<Session> byDelegate)
        : IOpcodeKeyVisitor
    {
        public void Visit<TKey>() where TKey : struct, IOpcodeKey
        {
            direct.Add<Movement, MovementParser<TKey>, MovementHandler<TKey>>(TKey.Value, 1);
            byDelegate.Add<Movement, MovementParser<TKey>>(TKey.Value,
                static (in Session context, in Movement packet) => default(MovementHandler<TKey>).Handle(in context, in packet), 1);
        }
    }
}
