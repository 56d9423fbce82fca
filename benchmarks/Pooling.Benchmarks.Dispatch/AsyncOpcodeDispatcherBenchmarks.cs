namespace Pooling.Benchmarks.Dispatch;

/// <summary>64 opcodes whose asynchronous handlers end at once.</summary>
public partial class AsyncOpcodeDispatcherBenchmarks
{
    private readonly AsyncSwitchDispatcher _switch = new();
    private readonly AsyncOpcodeDispatcher<SessionContext> _dispatcher = new MovementTables().AsyncBuilder.Build();
    private OpcodeTraffic _traffic = null!;

    [Params(OpcodeOrder.Random, OpcodeOrder.Rotating, OpcodeOrder.Single)]
    public OpcodeOrder Order { get; set; }

    [GlobalSetup]
    public void Setup() => _traffic = new OpcodeTraffic(Order);

    [Benchmark(Baseline = true, OperationsPerInvoke = OpcodeTraffic.Count), Row("POOL-dispatch-async", Role.Before)]
    public async Task<long> Switch()
    {
        SessionContext context = _traffic.Context;
        foreach (ushort opcode in _traffic.Opcodes)
            await _switch.DispatchAsync(context, opcode, OpcodeTraffic.Payload, 1, default).ConfigureAwait(false);

        return context.Session.Sum;
    }

    [Benchmark(OperationsPerInvoke = OpcodeTraffic.Count), Row("POOL-dispatch-async", Role.Ours)]
    public async Task<long> Dispatcher()
    {
        SessionContext context = _traffic.Context;
        foreach (ushort opcode in _traffic.Opcodes)
            await _dispatcher.DispatchAsync(context, opcode, OpcodeTraffic.Payload, 1).ConfigureAwait(false);

        return context.Session.Sum;
    }
}
