#pragma warning disable CA1848, CA1873, CA2254 // the slow way of logging is what is measured

using System.Collections.Concurrent;
using System.Reactive.Linq;
using System.Reactive.Subjects;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Logging.Abstractions;

namespace Pooling.Benchmarks.Dispatch;

/// <summary>What call sites make anew for each message and could keep. The library adds nothing to keeping an observable, a logger or a
/// guard: there ours is the published way.</summary>
public class CallSiteBenchmarks : IDisposable
{
    private const int Operations = 1_000;
    private const int Handles = 1_024;

    private readonly Subject<int> _subject = new();
    private readonly IObservable<int> _observable;
    private readonly ILogger _disabled = NullLogger.Instance;
    private readonly ILoggerFactory _factory = LoggerFactory.Create(static _ => { });
    private readonly ILogger _resolved;
    private readonly Dictionary<ushort, Func<int, int>> _locked = [];
    private readonly ConcurrentDictionary<ushort, Func<int, int>> _concurrent = [];
    private readonly OpcodeDispatcher<Counter> _dispatcher;
    private readonly Counter _counter = new();

    public CallSiteBenchmarks()
    {
        _observable = _subject.AsObservable();
        _resolved = _factory.CreateLogger("Session");
        var builder = new OpcodeDispatcherBuilder<Counter>();
        for (int handle = 0; handle < Handles; handle++)
        {
            _locked.Add((ushort)handle, static value => value + 1);
            _concurrent.TryAdd((ushort)handle, static value => value + 1);
            builder.Add<int, Adder, Adder>((ushort)handle);
        }

        _dispatcher = builder.Build();
    }

    [GlobalCleanup]
    public void Dispose()
    {
        _subject.Dispose();
        _factory.Dispose();
        GC.SuppressFinalize(this);
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations)]
    [BenchmarkCategory("observable")]
    [Row("WSC-observable", Role.Before)]
    public int WrapObservable()
    {
        int seen = 0;
        for (int i = 0; i < Operations; i++)
            seen += _subject.AsObservable() is null ? 0 : 1;

        return seen;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("observable")]
    [Row("WSC-observable", Role.Published)]
    [Row("WSC-observable", Role.Ours)]
    public int KeepObservable()
    {
        int seen = 0;
        for (int i = 0; i < Operations; i++)
            seen += _observable is null ? 0 : 1;

        return seen;
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations)]
    [BenchmarkCategory("trace")]
    [Row("WSC-trace", Role.Before)]
    public int TraceDisabled()
    {
        int messages = 0;
        for (int i = 0; i < Operations; i++)
        {
            _disabled.LogTrace("Received {Length} bytes of {Kind}", i, "text");
            messages++;
        }

        return messages;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("trace")]
    [Row("WSC-trace", Role.Published)]
    [Row("WSC-trace", Role.Ours)]
    public int GuardTrace()
    {
        int messages = 0;
        for (int i = 0; i < Operations; i++)
        {
            if (_disabled.IsEnabled(LogLevel.Trace))
                _disabled.LogTrace("Received {Length} bytes of {Kind}", i, "text");
            messages++;
        }

        return messages;
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations)]
    [BenchmarkCategory("logger factory")]
    [Row("OPCREP-logger-factory", Role.Before)]
    public int FactoryPerCall()
    {
        int enabled = 0;
        for (int i = 0; i < Operations; i++)
        {
            using ILoggerFactory factory = LoggerFactory.Create(static _ => { });
            enabled += factory.CreateLogger("Session").IsEnabled(LogLevel.Error) ? 1 : 0;
        }

        return enabled;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("logger factory")]
    [Row("OPCREP-logger-factory", Role.Published)]
    [Row("OPCREP-logger-factory", Role.Ours)]
    public int SharedFactory()
    {
        int enabled = 0;
        for (int i = 0; i < Operations; i++)
            enabled += _factory.CreateLogger("Session").IsEnabled(LogLevel.Error) ? 1 : 0;

        return enabled;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("logger factory")]
    [Row("OPCREP-logger-factory", Role.Advice, "logger kept by its handler: not looked up by name")]
    public int ResolvedAtBuild()
    {
        int enabled = 0;
        for (int i = 0; i < Operations; i++)
            enabled += _resolved.IsEnabled(LogLevel.Error) ? 1 : 0;

        return enabled;
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations)]
    [BenchmarkCategory("handler by number")]
    [Row("OPCREP-dictionary", Role.Before)]
    public int DictionaryUnderLock()
    {
        int sum = 0;
        for (int i = 0; i < Operations; i++)
        {
            Func<int, int>? handler;
            lock (_locked)
                _locked.TryGetValue((ushort)i, out handler);

            sum += handler!(i);
        }

        return sum;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("handler by number")]
    [Row("OPCREP-dictionary", Role.Published)]
    public int ConcurrentDictionary()
    {
        int sum = 0;
        for (int i = 0; i < Operations; i++)
        {
            _concurrent.TryGetValue((ushort)i, out Func<int, int>? handler);
            sum += handler!(i);
        }

        return sum;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("handler by number")]
    [Row("OPCREP-dictionary", Role.Ours)]
    public int DenseTable()
    {
        _counter.Total = 0;
        for (int i = 0; i < Operations; i++)
            _dispatcher.Dispatch(in _counter, (ushort)i, MemoryMarshal.AsBytes(new ReadOnlySpan<int>(in i)));

        return _counter.Total;
    }

    private sealed class Counter
    {
        internal int Total { get; set; }
    }

    private readonly struct Adder : IPacketParser<int>, IOpcodeHandler<Counter, int>
    {
        public bool TryParse(ReadOnlySpan<byte> payload, out int packet) => MemoryMarshal.TryRead(payload, out packet);

        public void Handle(in Counter context, in int packet) => context.Total += packet + 1;
    }
}
