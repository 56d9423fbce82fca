using BenchmarkDotNet.Attributes;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Notifications;
using Pooling.Buffers;
using Pooling.Encodeables;

namespace Pooling.Benchmarks.Encodeables;

// Objects that own others, or an array.
public partial class PooledScopeBenchmarks
{
    private const int Fields = 10;

    private readonly PublishedPool<PublishedDataChangeNotification> _containers = new(static () => new PublishedDataChangeNotification());
    private readonly PublishedPool<PublishedEventNotificationList> _lists = new(static () => new PublishedEventNotificationList());

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations)]
    [BenchmarkCategory("DataChangeNotification")]
    [Row("OPCUA-DataChangeNotification", Role.Before)]
    public long ContainerNew()
    {
        long sum = 0;
        PublishedDataChangeNotification? container = null;
        for (uint i = 0; i < Operations; i++)
        {
            container = new PublishedDataChangeNotification
            {
                MonitoredItems = [new PublishedMonitoredItemNotification { ClientHandle = i }],
            };
            sum += container.MonitoredItems[0].ClientHandle;
        }

        _last = container; // it escapes, so that it is made on the heap
        return sum;
    }

    [SmokeCheck(nameof(ContainerNew))]
    public string ContainerSize() =>
        ObjectSize.Check(static () => new PublishedDataChangeNotification { MonitoredItems = [new PublishedMonitoredItemNotification()] },
            216);

    /// <summary>As published: the container is pooled; its array and its items are new.</summary>
    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("DataChangeNotification")]
    [Row("OPCUA-DataChangeNotification", Role.Published)]
    public long ContainerPublished()
    {
        PublishedPool<PublishedDataChangeNotification> pool = _containers;
        PublishedPool<PublishedMonitoredItemNotification> items = _items;
        long sum = 0;
        for (uint i = 0; i < Operations; i++)
        {
            PublishedDataChangeNotification container = pool.Create();
            PublishedMonitoredItemNotification item = items.Create();
            item.ClientHandle = i;
            container.MonitoredItems = [item];
            sum += container.MonitoredItems[0].ClientHandle;
            items.Reuse(item);
            pool.Reuse(container);
        }

        return sum;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("DataChangeNotification")]
    [Row("OPCUA-DataChangeNotification", Role.Ours)]
    public long ContainerScope()
    {
        using PooledScope scope = PooledScope.Begin();
        return FillContainers(scope, 0, Operations);
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("DataChangeNotification")]
    [Row("OPCUA-DataChangeNotification", Role.Ours)]
    public long ContainerScopeOf20()
    {
        long sum = 0;
        for (uint i = 0; i < Operations; i += Small)
        {
            using PooledScope scope = PooledScope.Begin();
            sum += FillContainers(scope, i, Small);
        }

        return sum;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("DataChangeNotification")]
    [Row("OPCUA-DataChangeNotification", Role.Ours)]
    public long ContainerAtomic()
    {
        long sum = 0;
        for (uint i = 0; i < Operations; i++)
        {
            PooledRef<DataChangeNotification> rental = DataChangeNotification.Pool.Rent();
            DataChangeNotification container = rental.Value;
            container.MonitoredItems = EncodeablePool.RentArray<MonitoredItemNotification>(1);
            MonitoredItemNotification item = MonitoredItemNotification.Pool.RentUnchecked();
            container.MonitoredItems.Span[0] = item;
            item.ClientHandle = i;
            sum += container.MonitoredItems.Span[0].ClientHandle;
            rental.TryReturn();
        }

        return sum;
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations)]
    [BenchmarkCategory("EventNotificationList")]
    [Row("OPCUA-EventNotificationList", Role.Before)]
    public long ListNew()
    {
        long sum = 0;
        PublishedEventNotificationList? list = null;
        for (uint i = 0; i < Operations; i++)
        {
            list = new PublishedEventNotificationList { Events = [new PublishedEventFieldList { ClientHandle = i }] };
            sum += list.Events[0].ClientHandle;
        }

        _last = list; // it escapes, so that it is made on the heap
        return sum;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("EventNotificationList")]
    [Row("OPCUA-EventNotificationList", Role.Published)]
    public long ListPublished()
    {
        PublishedPool<PublishedEventNotificationList> pool = _lists;
        PublishedPool<PublishedEventFieldList> events = _events;
        long sum = 0;
        for (uint i = 0; i < Operations; i++)
        {
            PublishedEventNotificationList list = pool.Create();
            PublishedEventFieldList item = events.Create();
            item.ClientHandle = i;
            list.Events = [item];
            sum += list.Events[0].ClientHandle;
            events.Reuse(item);
            pool.Reuse(list);
        }

        return sum;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("EventNotificationList")]
    [Row("OPCUA-EventNotificationList", Role.Ours)]
    public long ListScope()
    {
        long sum = 0;
        using PooledScope scope = PooledScope.Begin();
        for (uint i = 0; i < Operations; i++)
        {
            EventNotificationList list = scope.Rent(EventNotificationList.Pool);
            list.Events = scope.RentArray<EventFieldList>(1);
            EventFieldList item = scope.Rent(EventFieldList.Pool);
            list.Events.Span[0] = item;
            item.ClientHandle = i;
            sum += list.Events.Span[0].ClientHandle;
        }

        return sum;
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations)]
    [BenchmarkCategory("EventFieldList of 10")]
    [Row("OPCUA-EventFieldList-10-variants", Role.Before)]
    public long FieldsNew()
    {
        long sum = 0;
        PublishedEventFieldList? item = null;
        for (uint i = 0; i < Operations; i++)
        {
            item = new PublishedEventFieldList { Fields = new Variant[Fields] };
            sum += FillFields(item.Fields, i);
        }

        _last = item; // it escapes, so that it is made on the heap
        return sum;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("EventFieldList of 10")]
    [Row("OPCUA-EventFieldList-10-variants", Role.Published)]
    public long FieldsPublished()
    {
        PublishedPool<PublishedEventFieldList> pool = _events;
        long sum = 0;
        for (uint i = 0; i < Operations; i++)
        {
            PublishedEventFieldList item = pool.Create();
            item.Fields = new Variant[Fields];
            sum += FillFields(item.Fields, i);
            pool.Reuse(item);
        }

        return sum;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("EventFieldList of 10")]
    [Row("OPCUA-EventFieldList-10-variants", Role.Ours)]
    public long FieldsScope()
    {
        using PooledScope scope = PooledScope.Begin();
        return FillEvents(scope, 0, Operations);
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("EventFieldList of 10")]
    [Row("OPCUA-EventFieldList-10-variants", Role.Ours)]
    public long FieldsScopeOf20()
    {
        long sum = 0;
        for (uint i = 0; i < Operations; i += Small)
        {
            using PooledScope scope = PooledScope.Begin();
            sum += FillEvents(scope, i, Small);
        }

        return sum;
    }

    private static long FillContainers(PooledScope scope, uint first, int count)
    {
        long sum = 0;
        for (uint i = first; i < first + count; i++)
        {
            DataChangeNotification container = scope.Rent(DataChangeNotification.Pool);
            container.MonitoredItems = scope.RentArray<MonitoredItemNotification>(1);
            MonitoredItemNotification item = scope.Rent(MonitoredItemNotification.Pool);
            container.MonitoredItems.Span[0] = item;
            item.ClientHandle = i;
            sum += container.MonitoredItems.Span[0].ClientHandle;
        }

        return sum;
    }

    private static long FillEvents(PooledScope scope, uint first, int count)
    {
        long sum = 0;
        for (uint i = first; i < first + count; i++)
        {
            EventFieldList item = scope.Rent(EventFieldList.Pool);
            PooledArray<Variant> fields = scope.RentArray<Variant>(Fields);
            item.Fields = fields;
            sum += FillFields(fields.Span, i);
        }

        return sum;
    }

    private static long FillFields(Span<Variant> fields, uint value)
    {
        foreach (ref Variant field in fields)
            field = value;

        return fields[^1].Get<uint>();
    }
}
