using System.Collections.Frozen;
using BenchmarkDotNet.Attributes;
using Pooling.Dispatch;

namespace Pooling.Benchmarks.Dispatch;

public partial class OpcodeDispatcherBenchmarks
{
    private readonly Session _classContext;
    private readonly ClassSwitchDispatcher _classSwitch = new();
    private readonly MovementTables<Session> _classTables = new();
    private readonly OpcodeDispatcher<Session> _classOfOneCaller;

    [Benchmark(Baseline = true, OperationsPerInvoke = OpcodeTraffic.Count)]
    [BenchmarkCategory("class context")]
    [Row("POOL-dispatch-class", Role.Before)]
    public long SwitchOfClass()
    {
        Session context = _classContext;
        Session session = _session;
        session.Sum = 0;
        ReadOnlySpan<byte> payload = OpcodeTraffic.Payload;
        ClassSwitchDispatcher dispatcher = _classSwitch;
        foreach (ushort opcode in _opcodes)
            dispatcher.Dispatch(in context, opcode, payload, 1);

        return session.Sum;
    }

    [Benchmark(OperationsPerInvoke = OpcodeTraffic.Count)]
    [BenchmarkCategory("class context")]
    [Row("POOL-dispatch-class", Role.Peer, "bare switch")]
    public long BareSwitchOfClass()
    {
        Session context = _classContext;
        Session session = _session;
        session.Sum = 0;
        ReadOnlySpan<byte> payload = OpcodeTraffic.Payload;
        foreach (ushort opcode in _opcodes)
            ClassSwitch.Dispatch(in context, opcode, payload);

        return session.Sum;
    }

    [Benchmark(OperationsPerInvoke = OpcodeTraffic.Count)]
    [BenchmarkCategory("class context")]
    [Row("POOL-dispatch-class", Role.Peer, "Dictionary of delegates")]
    public long DictionaryOfClass()
    {
        Session context = _classContext;
        Session session = _session;
        session.Sum = 0;
        ReadOnlySpan<byte> payload = OpcodeTraffic.Payload;
        Dictionary<ushort, MovementInvoker<Session>> delegates = _classTables.Delegates;
        foreach (ushort opcode in _opcodes)
            delegates[opcode](in context, payload);

        return session.Sum;
    }

    [Benchmark(OperationsPerInvoke = OpcodeTraffic.Count)]
    [BenchmarkCategory("class context")]
    [Row("POOL-dispatch-class", Role.Peer, "FrozenDictionary of delegates")]
    public long FrozenDictionaryOfClass()
    {
        Session context = _classContext;
        Session session = _session;
        session.Sum = 0;
        ReadOnlySpan<byte> payload = OpcodeTraffic.Payload;
        FrozenDictionary<ushort, MovementInvoker<Session>> delegates = _classTables.Frozen;
        foreach (ushort opcode in _opcodes)
            delegates[opcode](in context, payload);

        return session.Sum;
    }

    [Benchmark(OperationsPerInvoke = OpcodeTraffic.Count)]
    [BenchmarkCategory("class context")]
    [Row("POOL-dispatch-class", Role.Peer, "array of interfaces")]
    public long InterfaceOfClass()
    {
        Session context = _classContext;
        Session session = _session;
        session.Sum = 0;
        ReadOnlySpan<byte> payload = OpcodeTraffic.Payload;
        IMovementHandler<Session>[] handlers = _classTables.Handlers;
        foreach (ushort opcode in _opcodes)
            handlers[opcode].Handle(in context, payload);

        return session.Sum;
    }

    [Benchmark(OperationsPerInvoke = OpcodeTraffic.Count)]
    [BenchmarkCategory("class context")]
    [Row("POOL-dispatch-class", Role.Ours)]
    public long DispatcherOfClass()
    {
        Session context = _classContext;
        Session session = _session;
        session.Sum = 0;
        ReadOnlySpan<byte> payload = OpcodeTraffic.Payload;
        OpcodeDispatcher<Session> dispatcher = _classTables.Dispatcher;
        foreach (ushort opcode in _opcodes)
            dispatcher.Dispatch(in context, opcode, payload, 1);

        return session.Sum;
    }

    [Benchmark(OperationsPerInvoke = OpcodeTraffic.Count)]
    [BenchmarkCategory("class context")]
    [Row("POOL-dispatch-class", Role.Ours)]
    public long DispatcherOfClassOfOneCaller()
    {
        Session context = _classContext;
        Session session = _session;
        session.Sum = 0;
        ReadOnlySpan<byte> payload = OpcodeTraffic.Payload;
        OpcodeDispatcher<Session> dispatcher = _classOfOneCaller;
        foreach (ushort opcode in _opcodes)
            dispatcher.Dispatch(in context, opcode, payload, 1);

        return session.Sum;
    }

    [Benchmark(OperationsPerInvoke = OpcodeTraffic.Count)]
    [BenchmarkCategory("class context")]
    [Row("POOL-dispatch-class", Role.Ours)]
    public long DelegateHandlersOfClass()
    {
        Session context = _classContext;
        Session session = _session;
        session.Sum = 0;
        ReadOnlySpan<byte> payload = OpcodeTraffic.Payload;
        OpcodeDispatcher<Session> dispatcher = _classTables.DelegateDispatcher;
        foreach (ushort opcode in _opcodes)
            dispatcher.Dispatch(in context, opcode, payload, 1);

        return session.Sum;
    }
}
