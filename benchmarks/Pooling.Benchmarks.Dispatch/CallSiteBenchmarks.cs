#pragma warning disable CA1848, CA1873, CA2254 // the slow way of logging is what is measured

using System.Collections.Concurrent;
using System.Reactive.Linq;
using System.Reactive.Subjects;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Logging.Abstractions;

namespace Pooling.Benchmarks.Dispatch;

/// <summary>Measures objects that call sites create for each message and could keep. The library adds nothing to keeping an observable, a
/// logger or a guard. In these cases ours is the published technique.</summary>
public class CallSiteBenchmarks
{
    private const int Handles = 1_024;

    private static readonly Subject<int> s_subject = new();
    private static readonly ILoggerFactory s_factory = LoggerFactory.Create(static _ => { });

    private readonly IObservable<int> _observable = s_subject.AsObservable();
    private readonly ILogger _disabled = NullLogger.Instance;
    private readonly Dictionary<ushort, Func<int, int>> _locked = [];
    private readonly ConcurrentDictionary<ushort, Func<int, int>> _concurrent = [];
    private readonly FrozenDictionary<ushort, Func<int, int>> _frozen;
    private readonly Func<int, int>?[] _array = new Func<int, int>?[Handles];
    private readonly OpcodeDispatcher<CallSiteBenchmarks> _dispatcher;
    private int _handle;
    private int _result;

    public CallSiteBenchmarks()
    {
        var builder = new OpcodeDispatcherBuilder<CallSiteBenchmarks>();
        for (ushort handle = 0; handle < Handles; handle++)
        {
            _locked.Add(handle, static value => value + 1);
            _concurrent.TryAdd(handle, static value => value + 1);
            _array[handle] = static value => value + 1;
            builder.Add<int, Adder, Adder>(handle);
        }

        _frozen = _locked.ToFrozenDictionary();
        _dispatcher = builder.Build();
    }

    private int NextHandle => _handle++ & (Handles - 1);

    [Benchmark(Baseline = true), BenchmarkCategory("observable"), Row("WSC-observable", Role.Before)]
    public bool WrapObservable() => s_subject.AsObservable() is not null;

    [Benchmark, BenchmarkCategory("observable"), Row("WSC-observable", Role.Published), Row("WSC-observable", Role.Ours)]
    public bool KeepObservable() => _observable is not null;

    [Benchmark(Baseline = true), BenchmarkCategory("trace"), Row("WSC-trace", Role.Before)]
    public void TraceDisabled() => _disabled.LogTrace("Received {Length} bytes of {Kind}", _handle, "text");

    [Benchmark, BenchmarkCategory("trace"), Row("WSC-trace", Role.Published), Row("WSC-trace", Role.Ours)]
    public void GuardTrace()
    {
        if (_disabled.IsEnabled(LogLevel.Trace))
            _disabled.LogTrace("Received {Length} bytes of {Kind}", _handle, "text");
    }

    [Benchmark(Baseline = true), BenchmarkCategory("logger factory"), Row("OPCREP-logger-factory", Role.Before)]
    public bool FactoryPerCall()
    {
        using ILoggerFactory factory = LoggerFactory.Create(static _ => { });
        return factory.CreateLogger("Session").IsEnabled(LogLevel.Error);
    }

    [Benchmark, BenchmarkCategory("logger factory")]
    [Row("OPCREP-logger-factory", Role.Published), Row("OPCREP-logger-factory", Role.Ours)]
    public bool SharedFactory() => s_factory.CreateLogger("Session").IsEnabled(LogLevel.Error);

    [Benchmark(Baseline = true), BenchmarkCategory("handler by number"), Row("OPCREP-dictionary", Role.Before)]
    public int DictionaryUnderLock()
    {
        int handle = NextHandle;
        Func<int, int>? handler;
        lock (_locked)
            _locked.TryGetValue((ushort)handle, out handler);

        return handler!(handle);
    }

    [Benchmark, BenchmarkCategory("handler by number"), Row("OPCREP-dictionary", Role.Published)]
    public int ConcurrentDictionary()
    {
        int handle = NextHandle;
        _concurrent.TryGetValue((ushort)handle, out Func<int, int>? handler);
        return handler!(handle);
    }

    [Benchmark, BenchmarkCategory("handler by number"), Row("OPCREP-dictionary", Role.Peer, "FrozenDictionary, which cannot change")]
    public int FrozenDictionary()
    {
        int handle = NextHandle;
        return _frozen.TryGetValue((ushort)handle, out Func<int, int>? handler) ? handler(handle) : 0;
    }

    [Benchmark, BenchmarkCategory("handler by number"), Row("OPCREP-dictionary", Role.Peer, "an array of delegates")]
    public int Array()
    {
        int handle = NextHandle;
        Func<int, int>?[] handlers = _array;
        return (uint)handle < (uint)handlers.Length && handlers[handle] is { } handler ? handler(handle) : 0;
    }

    [Benchmark, BenchmarkCategory("handler by number"), Row("OPCREP-dictionary", Role.Ours, "a dispatcher, which cannot change")]
    public int DenseTable()
    {
        int handle = NextHandle;
        _dispatcher.Dispatch(this, (ushort)handle, MemoryMarshal.AsBytes(new ReadOnlySpan<int>(in handle)));
        return _result;
    }

    private readonly struct Adder : IPacketParser<int>, IOpcodeHandler<CallSiteBenchmarks, int>
    {
        public bool TryParse(ReadOnlySpan<byte> payload, out int packet) => MemoryMarshal.TryRead(payload, out packet);
        public void Handle(in CallSiteBenchmarks context, in int packet) => context._result = packet + 1;
    }
}
