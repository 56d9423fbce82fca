using System.Collections.Frozen;
using BenchmarkDotNet.Attributes;
using Pooling.Dispatch;

namespace Pooling.Benchmarks.Dispatch;

/// <summary>64 opcodes, each with code of its own: parse twelve bytes, add two numbers.</summary>
/// <remarks>The baseline is what an engineer writes by hand: a switch with states, counters and a catch. The bare switch, the dictionaries
/// and the array of interfaces have none of these.</remarks>
public partial class OpcodeDispatcherBenchmarks
{
    private readonly Session _session = new() { Player = 3 };
    private readonly SessionContext _structContext;
    private readonly StructSwitchDispatcher _structSwitch = new();
    private readonly StructThreadSwitchDispatcher _structThreadSwitch = new();
    private readonly MovementTables<SessionContext> _structTables = new();
    private readonly OpcodeDispatcher<SessionContext> _ofOneCaller;
    private ushort[] _opcodes = [];

    public OpcodeDispatcherBenchmarks()
    {
        _structContext = new SessionContext(_session, _session.Player);
        _ofOneCaller = _structTables.Dispatcher.ForOneCaller();
        _classOfOneCaller = _classTables.Dispatcher.ForOneCaller();
        _classContext = _session;
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
    public long Switch()
    {
        SessionContext context = _structContext;
        Session session = _session;
        session.Sum = 0;
        ReadOnlySpan<byte> payload = OpcodeTraffic.Payload;
        StructSwitchDispatcher dispatcher = _structSwitch;
        foreach (ushort opcode in _opcodes)
            dispatcher.Dispatch(in context, opcode, payload, 1);

        return session.Sum;
    }

    [Benchmark(OperationsPerInvoke = OpcodeTraffic.Count)]
    [BenchmarkCategory("struct context")]
    [Row("POOL-dispatch-random", Role.Peer, "switch counted for each thread")]
    [Row("POOL-dispatch-rotating", Role.Peer, "switch counted for each thread")]
    [Row("POOL-dispatch-single", Role.Peer, "switch counted for each thread")]
    public long SwitchCountedByThread()
    {
        SessionContext context = _structContext;
        Session session = _session;
        session.Sum = 0;
        ReadOnlySpan<byte> payload = OpcodeTraffic.Payload;
        StructThreadSwitchDispatcher dispatcher = _structThreadSwitch;
        foreach (ushort opcode in _opcodes)
            dispatcher.Dispatch(in context, opcode, payload, 1);

        return session.Sum;
    }

    [Benchmark(OperationsPerInvoke = OpcodeTraffic.Count)]
    [BenchmarkCategory("struct context")]
    [Row("POOL-dispatch-random", Role.Peer, "bare switch")]
    [Row("POOL-dispatch-rotating", Role.Peer, "bare switch")]
    [Row("POOL-dispatch-single", Role.Peer, "bare switch")]
    public long BareSwitch()
    {
        SessionContext context = _structContext;
        Session session = _session;
        session.Sum = 0;
        ReadOnlySpan<byte> payload = OpcodeTraffic.Payload;
        foreach (ushort opcode in _opcodes)
            StructSwitch.Dispatch(in context, opcode, payload);

        return session.Sum;
    }

    [Benchmark(OperationsPerInvoke = OpcodeTraffic.Count)]
    [BenchmarkCategory("struct context")]
    [Row("POOL-dispatch-random", Role.Peer, "Dictionary of delegates")]
    [Row("POOL-dispatch-rotating", Role.Peer, "Dictionary of delegates")]
    [Row("POOL-dispatch-single", Role.Peer, "Dictionary of delegates")]
    public long Dictionary()
    {
        SessionContext context = _structContext;
        Session session = _session;
        session.Sum = 0;
        ReadOnlySpan<byte> payload = OpcodeTraffic.Payload;
        Dictionary<ushort, MovementInvoker<SessionContext>> delegates = _structTables.Delegates;
        foreach (ushort opcode in _opcodes)
            delegates[opcode](in context, payload);

        return session.Sum;
    }

    [Benchmark(OperationsPerInvoke = OpcodeTraffic.Count)]
    [BenchmarkCategory("struct context")]
    [Row("POOL-dispatch-random", Role.Peer, "FrozenDictionary of delegates")]
    [Row("POOL-dispatch-rotating", Role.Peer, "FrozenDictionary of delegates")]
    [Row("POOL-dispatch-single", Role.Peer, "FrozenDictionary of delegates")]
    public long FrozenDictionary()
    {
        SessionContext context = _structContext;
        Session session = _session;
        session.Sum = 0;
        ReadOnlySpan<byte> payload = OpcodeTraffic.Payload;
        FrozenDictionary<ushort, MovementInvoker<SessionContext>> delegates = _structTables.Frozen;
        foreach (ushort opcode in _opcodes)
            delegates[opcode](in context, payload);

        return session.Sum;
    }

    [Benchmark(OperationsPerInvoke = OpcodeTraffic.Count)]
    [BenchmarkCategory("struct context")]
    [Row("POOL-dispatch-random", Role.Peer, "array of interfaces")]
    [Row("POOL-dispatch-rotating", Role.Peer, "array of interfaces")]
    [Row("POOL-dispatch-single", Role.Peer, "array of interfaces")]
    public long Interface()
    {
        SessionContext context = _structContext;
        Session session = _session;
        session.Sum = 0;
        ReadOnlySpan<byte> payload = OpcodeTraffic.Payload;
        IMovementHandler<SessionContext>[] handlers = _structTables.Handlers;
        foreach (ushort opcode in _opcodes)
            handlers[opcode].Handle(in context, payload);

        return session.Sum;
    }

    [Benchmark(OperationsPerInvoke = OpcodeTraffic.Count)]
    [BenchmarkCategory("struct context")]
    [Row("POOL-dispatch-random", Role.Ours)]
    [Row("POOL-dispatch-rotating", Role.Ours)]
    [Row("POOL-dispatch-single", Role.Ours)]
    public long Dispatcher()
    {
        SessionContext context = _structContext;
        Session session = _session;
        session.Sum = 0;
        ReadOnlySpan<byte> payload = OpcodeTraffic.Payload;
        OpcodeDispatcher<SessionContext> dispatcher = _structTables.Dispatcher;
        foreach (ushort opcode in _opcodes)
            dispatcher.Dispatch(in context, opcode, payload, 1);

        return session.Sum;
    }

    /// <summary>As the loop of a connection has it.</summary>
    [Benchmark(OperationsPerInvoke = OpcodeTraffic.Count)]
    [BenchmarkCategory("struct context")]
    [Row("POOL-dispatch-random", Role.Ours)]
    [Row("POOL-dispatch-rotating", Role.Ours)]
    [Row("POOL-dispatch-single", Role.Ours)]
    public long DispatcherOfOneCaller()
    {
        SessionContext context = _structContext;
        Session session = _session;
        session.Sum = 0;
        ReadOnlySpan<byte> payload = OpcodeTraffic.Payload;
        OpcodeDispatcher<SessionContext> dispatcher = _ofOneCaller;
        foreach (ushort opcode in _opcodes)
            dispatcher.Dispatch(in context, opcode, payload, 1);

        return session.Sum;
    }

    [Benchmark(OperationsPerInvoke = OpcodeTraffic.Count)]
    [BenchmarkCategory("struct context")]
    [Row("POOL-dispatch-random", Role.Ours)]
    [Row("POOL-dispatch-rotating", Role.Ours)]
    [Row("POOL-dispatch-single", Role.Ours)]
    public long DelegateHandlers()
    {
        SessionContext context = _structContext;
        Session session = _session;
        session.Sum = 0;
        ReadOnlySpan<byte> payload = OpcodeTraffic.Payload;
        OpcodeDispatcher<SessionContext> dispatcher = _structTables.DelegateDispatcher;
        foreach (ushort opcode in _opcodes)
            dispatcher.Dispatch(in context, opcode, payload, 1);

        return session.Sum;
    }
}
