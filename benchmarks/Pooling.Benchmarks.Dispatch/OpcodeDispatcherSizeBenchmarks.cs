namespace Pooling.Benchmarks.Dispatch;

/// <summary>From 1 to 4,096 handlers, opcodes in no order. More than 64 share the code of 64.</summary>
public class OpcodeDispatcherSizeBenchmarks
{
    private readonly Session _session = new() { Player = 3 };
    private readonly Dictionary<ushort, MovementInvoker> _delegates = [];
    private FrozenDictionary<ushort, MovementInvoker> _frozen = FrozenDictionary<ushort, MovementInvoker>.Empty;
    private OpcodeDispatcher<SessionContext> _dispatcher = null!;
    private ushort[] _opcodes = [];

    [Params(1, 16, 256, 4_096)]
    public int Handlers { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        var builder = new OpcodeDispatcherBuilder<SessionContext>();
        for (int start = 0; start < Handlers; start += OpcodeKeys.Count)
            OpcodeKeys.VisitAll(new Registration(this, builder, start));

        _frozen = _delegates.ToFrozenDictionary();
        _dispatcher = builder.Build();
        _opcodes = OpcodeTraffic.Create(OpcodeOrder.Random, Handlers);
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = OpcodeTraffic.Count)]
    [Row("POOL-dispatch-handlers", Role.Before)]
    public long Dictionary()
    {
        var context = new SessionContext(_session, _session.Player);
        _session.Sum = 0;
        foreach (ushort opcode in _opcodes)
            _delegates[opcode](in context, OpcodeTraffic.Payload);

        return _session.Sum;
    }

    [Benchmark(OperationsPerInvoke = OpcodeTraffic.Count)]
    [Row("POOL-dispatch-handlers", Role.Peer, "FrozenDictionary: no states, counters, catch")]
    public long FrozenDictionaryOfDelegates()
    {
        var context = new SessionContext(_session, _session.Player);
        _session.Sum = 0;
        foreach (ushort opcode in _opcodes)
            _frozen[opcode](in context, OpcodeTraffic.Payload);

        return _session.Sum;
    }

    [Benchmark(OperationsPerInvoke = OpcodeTraffic.Count)]
    [Row("POOL-dispatch-handlers", Role.Ours)]
    public long Dispatcher()
    {
        var context = new SessionContext(_session, _session.Player);
        _session.Sum = 0;
        foreach (ushort opcode in _opcodes)
            _dispatcher.Dispatch(in context, opcode, OpcodeTraffic.Payload);

        return _session.Sum;
    }

    private readonly struct Registration(OpcodeDispatcherSizeBenchmarks owner, OpcodeDispatcherBuilder<SessionContext> builder,
        int start) : IOpcodeKeyVisitor
    {
        public void Visit<TKey>() where TKey : struct, IOpcodeKey
        {
            int number = start + TKey.Value;
            if (number >= owner.Handlers)
                return;

            owner._delegates.Add((ushort)number, new MovementEntry<TKey>().Handle);
            builder.Add<Movement, MovementParser<TKey>, MovementHandler<TKey>>((ushort)number);
        }
    }
}
