namespace Pooling.Benchmarks.Dispatch;

/// <summary>64 opcodes whose asynchronous handlers end at once.</summary>
public partial class AsyncOpcodeDispatcherBenchmarks
{
    private readonly Session _session = new() { Player = 3 };
    private readonly SessionContext _context;
    private readonly AsyncSwitchDispatcher _switch = new();
    private readonly AsyncOpcodeDispatcher<SessionContext> _dispatcher;
    private ushort[] _opcodes = [];

    public AsyncOpcodeDispatcherBenchmarks()
    {
        _context = new SessionContext(_session, _session.Player);
        var builder = new AsyncOpcodeDispatcherBuilder<SessionContext>();
        OpcodeKeys.VisitAll(new Registration(builder));
        _dispatcher = builder.OnFault(static (in SessionContext _, ushort _, Exception _) => { }).Build();
    }

    [Params(OpcodeOrder.Random, OpcodeOrder.Rotating, OpcodeOrder.Single)]
    public OpcodeOrder Order { get; set; }

    [GlobalSetup]
    public void Setup() => _opcodes = OpcodeTraffic.Create(Order, OpcodeKeys.Count);

    [Benchmark(Baseline = true, OperationsPerInvoke = OpcodeTraffic.Count)]
    [Row("POOL-dispatch-async", Role.Before)]
    public async Task<long> Switch()
    {
        _session.Sum = 0;
        foreach (ushort opcode in _opcodes)
            await _switch.DispatchAsync(_context, opcode, OpcodeTraffic.Payload, 1, default).ConfigureAwait(false);

        return _session.Sum;
    }

    [Benchmark(OperationsPerInvoke = OpcodeTraffic.Count)]
    [Row("POOL-dispatch-async", Role.Ours)]
    public async Task<long> Dispatcher()
    {
        _session.Sum = 0;
        foreach (ushort opcode in _opcodes)
            await _dispatcher.DispatchAsync(_context, opcode, OpcodeTraffic.Payload, 1).ConfigureAwait(false);

        return _session.Sum;
    }

    private readonly struct Registration(AsyncOpcodeDispatcherBuilder<SessionContext> builder) : IOpcodeKeyVisitor
    {
        public void Visit<TKey>() where TKey : struct, IOpcodeKey =>
            builder.Add<Movement, MovementParser<TKey>, MovementHandler<TKey>>(TKey.Value, 1);
    }
}
