namespace Pooling.Benchmarks.Dispatch;

/// <summary>Measures 64 opcodes whose asynchronous handlers complete synchronously.</summary>
/// <remarks>The text after a colon names the duties of a contender beyond the call, as in
/// <see cref="OpcodeDispatcherBenchmarks"/>.</remarks>
public partial class AsyncOpcodeDispatcherBenchmarks
{
    private const int Count = OpcodeTraffic.Count;

    private readonly AsyncSwitchDispatcher _switch = new();
    private readonly AsyncOpcodeDispatcher<SessionContext> _dispatcher = new MovementTables().AsyncBuilder.Build();
    private readonly AsyncOpcodeDispatcher<SessionContext> _catching =
        new MovementTables().AsyncBuilder.OnFault(static (in _, _, _) => { }).Build();

    private readonly AsyncOpcodeDispatcher<SessionContext> _catchingAndCounting =
        new MovementTables().AsyncBuilder.OnFault(static (in _, _, _) => { }).CountHandled().Build();

    private OpcodeTraffic _traffic = null!;

    [Params(OpcodeOrder.Random, OpcodeOrder.Rotating, OpcodeOrder.Single)]
    public OpcodeOrder Order { get; set; }

    [GlobalSetup]
    public void Setup() => _traffic = new OpcodeTraffic(Order);

    [Benchmark(Baseline = true, OperationsPerInvoke = Count)]
    [Row("POOL-dispatch-async", Role.Before, "switch in an async method: states, counters, catch")]
    public async Task<long> Switch()
    {
        SessionContext context = _traffic.Context;
        foreach (ushort opcode in _traffic.Opcodes)
            await _switch.DispatchAsync(context, opcode, OpcodeTraffic.Payload, 1, default).ConfigureAwait(false);

        return context.Session.Sum;
    }

    /// <summary>Has an asynchronous part of its own for handlers that wait, as a careful author writes it.</summary>
    [Benchmark(OperationsPerInvoke = Count)]
    [Row("POOL-dispatch-async", Role.Peer, "switch, not an async method: states, counters, catch")]
    public async Task<long> SwitchByHand()
    {
        SessionContext context = _traffic.Context;
        foreach (ushort opcode in _traffic.Opcodes)
            await _switch.DispatchByHandAsync(context, opcode, OpcodeTraffic.Payload, 1, default).ConfigureAwait(false);

        return context.Session.Sum;
    }

    [Benchmark(OperationsPerInvoke = Count), Row("POOL-dispatch-async", Role.Peer, "switch in an async method: states, catch")]
    public async Task<long> SwitchWithCatch()
    {
        SessionContext context = _traffic.Context;
        foreach (ushort opcode in _traffic.Opcodes)
            await _switch.DispatchAndCatchAsync(context, opcode, OpcodeTraffic.Payload, 1, default).ConfigureAwait(false);

        return context.Session.Sum;
    }

    [Benchmark(OperationsPerInvoke = Count), Row("POOL-dispatch-async", Role.Peer, "switch: states")]
    public async Task<long> SwitchWithStates()
    {
        SessionContext context = _traffic.Context;
        foreach (ushort opcode in _traffic.Opcodes)
            await _switch.DispatchByStateAsync(context, opcode, OpcodeTraffic.Payload, 1, default).ConfigureAwait(false);

        return context.Session.Sum;
    }

    [Benchmark(OperationsPerInvoke = Count), Row("POOL-dispatch-async", Role.Ours, "handlers as structs: states")]
    public Task<long> Dispatcher() => RunAsync(_dispatcher);

    [Benchmark(OperationsPerInvoke = Count), Row("POOL-dispatch-async", Role.Ours, "handlers as structs: states, catch")]
    public Task<long> DispatcherWithCatch() => RunAsync(_catching);

    [Benchmark(OperationsPerInvoke = Count), Row("POOL-dispatch-async", Role.Ours, "handlers as structs: states, counters, catch")]
    public Task<long> DispatcherWithCatchAndCounters() => RunAsync(_catchingAndCounting);

    private async Task<long> RunAsync(AsyncOpcodeDispatcher<SessionContext> dispatcher)
    {
        SessionContext context = _traffic.Context;
        foreach (ushort opcode in _traffic.Opcodes)
            await dispatcher.DispatchAsync(context, opcode, OpcodeTraffic.Payload, 1).ConfigureAwait(false);

        return context.Session.Sum;
    }
}
