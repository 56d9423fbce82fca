using System.Globalization;
using BenchmarkDotNet.Attributes;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Notifications;
using Pooling.Encodeables;

namespace Pooling.Benchmarks.Encodeables;

/// <summary>What the three published types cost the garbage collector: 1,000 of each,
/// and what a class inside a notification adds.</summary>
public class GarbageBenchmarks
{
    private const int Operations = 1_000;

    private readonly PooledScopeBenchmarks _loops = new();
    private readonly PublishedPool<PublishedMonitoredItemNotification> _published =
        new(static () => new PublishedMonitoredItemNotification());
    private object? _last;

    [GlobalCleanup]
    public void Cleanup() => _loops.Cleanup();

    [Benchmark(Baseline = true)]
    [BenchmarkCategory("three types")]
    [Row("OPCUA-gen0-collections", Role.Before)]
    public long New() => _loops.ItemNew() + _loops.ContainerNew() + _loops.EventNew();

    [SmokeCheck(nameof(New))]
    public string CollectionsOfNew() => Collections(New);

    [Benchmark]
    [BenchmarkCategory("three types")]
    [Row("OPCUA-gen0-collections", Role.Published)]
    public long Published() => _loops.ItemPublished() + _loops.ContainerPublished() + _loops.EventPublished();

    [SmokeCheck(nameof(Published))]
    public string CollectionsOfPublished() => Collections(Published);

    [Benchmark]
    [BenchmarkCategory("three types")]
    [Row("OPCUA-gen0-collections", Role.Ours)]
    public long Scope() => _loops.ItemScope() + _loops.ContainerScope() + _loops.EventScope();

    [SmokeCheck(nameof(Scope))]
    public string CollectionsOfScope() => Collections(Scope);

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations)]
    [BenchmarkCategory("DataValue")]
    [Row("OPCUA-DataValue-struct", Role.Before)]
    public long ValueClass()
    {
        long sum = 0;
        ClassNotification? item = null;
        for (uint i = 0; i < Operations; i++)
        {
            item = new ClassNotification { ClientHandle = i, Value = new ClassDataValue { Value = i } };
            sum += item.ClientHandle;
        }

        _last = item; // it escapes, so that it is made on the heap
        return sum;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("DataValue")]
    [Row("OPCUA-DataValue-struct", Role.Published)]
    public long ValueStruct()
    {
        long sum = 0;
        MonitoredItemNotification? item = null;
        for (uint i = 0; i < Operations; i++)
        {
            item = new MonitoredItemNotification { ClientHandle = i, Value = new DataValue(i) };
            sum += item.ClientHandle;
        }

        _last = item; // it escapes, so that it is made on the heap
        return sum;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("DataValue")]
    [Row("OPCUA-DataValue-struct", Role.Published)]
    public long ValueStructPublished()
    {
        PublishedPool<PublishedMonitoredItemNotification> pool = _published;
        long sum = 0;
        for (uint i = 0; i < Operations; i++)
        {
            PublishedMonitoredItemNotification item = pool.Create();
            item.ClientHandle = i;
            item.Value = new DataValue(i);
            sum += item.ClientHandle;
            pool.Reuse(item);
        }

        return sum;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("DataValue")]
    [Row("OPCUA-DataValue-struct", Role.Ours)]
    public long ValueStructScope()
    {
        long sum = 0;
        using PooledScope scope = PooledScope.Begin();
        for (uint i = 0; i < Operations; i++)
        {
            MonitoredItemNotification item = scope.Rent(MonitoredItemNotification.Pool);
            item.ClientHandle = i;
            item.Value = new DataValue(i);
            sum += item.ClientHandle;
        }

        return sum;
    }

    // The published figure counts collections per 1,000 runs of 1,000 operations.
    private static string Collections(Func<long> run)
    {
        run();
        int before = GC.CollectionCount(0);
        for (int i = 0; i < 1_000; i++)
            run();

        return string.Create(CultureInfo.InvariantCulture, $"{GC.CollectionCount(0) - before} generation-0 collections in 1,000 runs");
    }

    // A notification as it was before its value became a struct.
    private sealed class ClassNotification
    {
        internal uint ClientHandle { get; init; }

        internal ClassDataValue? Value { get; init; }

        internal DiagnosticInfo? Diagnostics { get; init; }

        internal object? Message { get; init; }
    }

    private sealed class ClassDataValue
    {
        internal Variant Value { get; init; }

        internal StatusCode StatusCode { get; init; }

        internal DateTime SourceTimestamp { get; init; }

        internal DateTime ServerTimestamp { get; init; }

        internal ushort SourcePicoseconds { get; init; }

        internal ushort ServerPicoseconds { get; init; }
    }
}
