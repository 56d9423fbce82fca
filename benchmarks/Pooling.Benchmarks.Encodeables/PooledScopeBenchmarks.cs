using BenchmarkDotNet.Attributes;
using OpcUa.Protocol.Notifications;
using Pooling.Encodeables;

namespace Pooling.Benchmarks.Encodeables;

/// <summary>The published loops over 1,000 notifications: new; the published pool; ours through a scope,
/// and one by one through references.</summary>
/// <remarks>Each loop sets the handle and adds it up. A message, and with it a scope, has 1,000 notifications,
/// or 20 where the name says so.</remarks>
public partial class PooledScopeBenchmarks
{
    private const int Operations = 1_000;
    private const int Small = 20;

    private readonly PublishedPool<PublishedMonitoredItemNotification> _items = new(static () => new PublishedMonitoredItemNotification());
    private readonly PublishedPool<PublishedEventFieldList> _events = new(static () => new PublishedEventFieldList());
    private readonly EncodeablePool<MonitoredItemNotification> _versionItems =
        EncodeablePool.Create<MonitoredItemNotification, MonitoredItemNotificationPolicy>(returnCheck: ReturnCheck.Version);
    private readonly EncodeablePool<MonitoredItemNotification> _uncheckedItems =
        EncodeablePool.Create<MonitoredItemNotification, MonitoredItemNotificationPolicy>(returnCheck: ReturnCheck.None);
    private readonly EncodeablePool<EventFieldList> _versionEvents =
        EncodeablePool.Create<EventFieldList, EventFieldListPolicy>(returnCheck: ReturnCheck.Version);
    private readonly EncodeablePool<EventFieldList> _uncheckedEvents =
        EncodeablePool.Create<EventFieldList, EventFieldListPolicy>(returnCheck: ReturnCheck.None);
    private object? _last;

    [GlobalCleanup]
    public void Cleanup()
    {
        _versionItems.Dispose();
        _uncheckedItems.Dispose();
        _versionEvents.Dispose();
        _uncheckedEvents.Dispose();
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations)]
    [BenchmarkCategory("MonitoredItemNotification")]
    [Row("OPCUA-MonitoredItemNotification", Role.Before)]
    public long ItemNew()
    {
        long sum = 0;
        MonitoredItemNotification? item = null;
        for (uint i = 0; i < Operations; i++)
        {
            item = new MonitoredItemNotification { ClientHandle = i };
            sum += item.ClientHandle;
        }

        _last = item; // it escapes, so that it is made on the heap
        return sum;
    }

    [SmokeCheck(nameof(ItemNew))]
    public string ItemSize() => ObjectSize.Check(static () => new MonitoredItemNotification(), 104);

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("MonitoredItemNotification")]
    [Row("OPCUA-MonitoredItemNotification", Role.Published)]
    public long ItemPublished()
    {
        PublishedPool<PublishedMonitoredItemNotification> pool = _items;
        long sum = 0;
        for (uint i = 0; i < Operations; i++)
        {
            PublishedMonitoredItemNotification item = pool.Create();
            item.ClientHandle = i;
            sum += item.ClientHandle;
            pool.Reuse(item);
        }

        return sum;
    }

    [SmokeCheck(nameof(ItemPublished))]
    public string PublishedItemSize() => ObjectSize.Check(static () => new PublishedMonitoredItemNotification(), 104);

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("MonitoredItemNotification")]
    [Row("OPCUA-MonitoredItemNotification", Role.Ours)]
    public long ItemScope()
    {
        long sum = 0;
        using PooledScope scope = PooledScope.Begin();
        for (uint i = 0; i < Operations; i++)
        {
            MonitoredItemNotification item = scope.Rent(MonitoredItemNotification.Pool);
            item.ClientHandle = i;
            sum += item.ClientHandle;
        }

        return sum;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("MonitoredItemNotification")]
    [Row("OPCUA-MonitoredItemNotification", Role.Ours)]
    public long ItemScopeOf20()
    {
        long sum = 0;
        for (uint i = 0; i < Operations;)
        {
            using PooledScope scope = PooledScope.Begin();
            for (int j = 0; j < Small; j++, i++)
            {
                MonitoredItemNotification item = scope.Rent(MonitoredItemNotification.Pool);
                item.ClientHandle = i;
                sum += item.ClientHandle;
            }
        }

        return sum;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("MonitoredItemNotification")]
    [Row("OPCUA-MonitoredItemNotification", Role.Ours)]
    public long ItemAtomic() => RentEach(MonitoredItemNotification.Pool);

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("MonitoredItemNotification")]
    [Row("OPCUA-MonitoredItemNotification", Role.Ours)]
    public long ItemVersion() => RentEach(_versionItems);

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("MonitoredItemNotification")]
    [Row("OPCUA-MonitoredItemNotification", Role.Ours)]
    public long ItemUnchecked() => RentEach(_uncheckedItems);

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations)]
    [BenchmarkCategory("EventFieldList")]
    [Row("OPCUA-EventFieldList", Role.Before)]
    public long EventNew()
    {
        long sum = 0;
        EventFieldList? item = null;
        for (uint i = 0; i < Operations; i++)
        {
            item = new EventFieldList { ClientHandle = i };
            sum += item.ClientHandle;
        }

        _last = item; // it escapes, so that it is made on the heap
        return sum;
    }

    [SmokeCheck(nameof(EventNew))]
    public string EventSize() => ObjectSize.Check(static () => new EventFieldList(), 48);

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("EventFieldList")]
    [Row("OPCUA-EventFieldList", Role.Published)]
    public long EventPublished()
    {
        PublishedPool<PublishedEventFieldList> pool = _events;
        long sum = 0;
        for (uint i = 0; i < Operations; i++)
        {
            PublishedEventFieldList item = pool.Create();
            item.ClientHandle = i;
            sum += item.ClientHandle;
            pool.Reuse(item);
        }

        return sum;
    }

    [SmokeCheck(nameof(EventPublished))]
    public string PublishedEventSize() => ObjectSize.Check(static () => new PublishedEventFieldList(), 48);

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("EventFieldList")]
    [Row("OPCUA-EventFieldList", Role.Ours)]
    public long EventScope()
    {
        long sum = 0;
        using PooledScope scope = PooledScope.Begin();
        for (uint i = 0; i < Operations; i++)
        {
            EventFieldList item = scope.Rent(EventFieldList.Pool);
            item.ClientHandle = i;
            sum += item.ClientHandle;
        }

        return sum;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("EventFieldList")]
    [Row("OPCUA-EventFieldList", Role.Ours)]
    public long EventScopeOf20()
    {
        long sum = 0;
        for (uint i = 0; i < Operations;)
        {
            using PooledScope scope = PooledScope.Begin();
            for (int j = 0; j < Small; j++, i++)
            {
                EventFieldList item = scope.Rent(EventFieldList.Pool);
                item.ClientHandle = i;
                sum += item.ClientHandle;
            }
        }

        return sum;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("EventFieldList")]
    [Row("OPCUA-EventFieldList", Role.Ours)]
    public long EventAtomic()
    {
        long sum = 0;
        for (uint i = 0; i < Operations; i++)
        {
            PooledRef<EventFieldList> rental = EventFieldList.Pool.Rent();
            EventFieldList item = rental.Value;
            item.ClientHandle = i;
            sum += item.ClientHandle;
            rental.TryReturn();
        }

        return sum;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("EventFieldList")]
    [Row("OPCUA-EventFieldList", Role.Ours)]
    public long EventVersion() => RentEach(_versionEvents);

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("EventFieldList")]
    [Row("OPCUA-EventFieldList", Role.Ours)]
    public long EventUnchecked() => RentEach(_uncheckedEvents);

    private static long RentEach(EncodeablePool<MonitoredItemNotification> type)
    {
        long sum = 0;
        for (uint i = 0; i < Operations; i++)
        {
            PooledRef<MonitoredItemNotification> rental = type.Rent();
            MonitoredItemNotification item = rental.Value;
            item.ClientHandle = i;
            sum += item.ClientHandle;
            rental.TryReturn();
        }

        return sum;
    }

    private static long RentEach(EncodeablePool<EventFieldList> type)
    {
        long sum = 0;
        for (uint i = 0; i < Operations; i++)
        {
            PooledRef<EventFieldList> rental = type.Rent();
            EventFieldList item = rental.Value;
            item.ClientHandle = i;
            sum += item.ClientHandle;
            rental.TryReturn();
        }

        return sum;
    }
}
