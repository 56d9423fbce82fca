namespace Pooling.Benchmarks.Dispatch;

/// <summary>Measures 1 to 4,096 handlers, with opcodes in no order.</summary>
public class OpcodeDispatcherSizeBenchmarks
{
    private MovementTables _tables = null!;
    private OpcodeDispatcher<SessionContext> _dispatcher = null!;
    private OpcodeTraffic _traffic = null!;

    [Params(1, 16, 256, 4_096)]
    public int Handlers { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        _tables = new MovementTables(Handlers);
        _dispatcher = _tables.Builder.Build();
        _traffic = new OpcodeTraffic(OpcodeOrder.Random, Handlers);
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = OpcodeTraffic.Count)]
    [Row("POOL-dispatch-handlers*", Role.Before, "Dictionary of delegates")]
    public long Dictionary() => _traffic.Run(_tables.Delegates, _traffic.Context);

    [Benchmark(OperationsPerInvoke = OpcodeTraffic.Count)]
    [Row("POOL-dispatch-handlers*", Role.Peer, "FrozenDictionary of delegates")]
    public long FrozenDictionaryOfDelegates() => _traffic.Run(_tables.Frozen, _traffic.Context);

    [Benchmark(OperationsPerInvoke = OpcodeTraffic.Count), Row("POOL-dispatch-handlers*", Role.Peer, "delegate[]: states")]
    public long DelegateArrayWithStates() => _traffic.Run(_tables.ArrayWithStates, _traffic.Context);

    [Benchmark(OperationsPerInvoke = OpcodeTraffic.Count), Row("POOL-dispatch-handlers*", Role.Ours, "handlers as structs: states")]
    public long Dispatcher() => _traffic.Run(_dispatcher, _traffic.Context);
}
