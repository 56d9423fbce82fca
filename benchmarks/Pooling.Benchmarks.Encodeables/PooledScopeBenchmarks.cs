namespace Pooling.Benchmarks.Encodeables;

/// <summary>The published loops over 1,000 notifications of a class: new, from the published pool, and through a scope that lives for all
/// of them or for 20, as many as small messages hold.</summary>
[GenericTypeArguments(typeof(Item))]
[GenericTypeArguments(typeof(ItemWithValue))]
[GenericTypeArguments(typeof(Event))]
[GenericTypeArguments(typeof(EventOf10))]
[GenericTypeArguments(typeof(DataChange))]
[GenericTypeArguments(typeof(EventList))]
public class PooledScopeBenchmarks<T> where T : struct, INotification
{
    private const int Operations = 1_000;
    private const int Small = 20;

    private object? _last; // lets it escape, so that it is made on the heap

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations)]
    [Row("OPCUA-MonitoredItemNotification", Role.Before), Row("OPCUA-DataValue-struct", Role.Before)]
    [Row("OPCUA-EventFieldList", Role.Before), Row("OPCUA-EventFieldList-10-variants", Role.Before)]
    [Row("OPCUA-DataChangeNotification", Role.Before), Row("OPCUA-EventNotificationList", Role.Before)]
    public long New()
    {
        long sum = 0;
        object? item = null;
        for (uint i = 0; i < Operations; i++)
            sum += T.New(i, out item);

        _last = item;
        return sum;
    }

    [SmokeCheck(nameof(New))]
    public string SizeOfNew() => ObjectSize.Check(static () => T.New(0, out object item) == 0 ? item : "", T.Size);

    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("OPCUA-MonitoredItemNotification", Role.Published), Row("OPCUA-DataValue-struct", Role.Published)]
    [Row("OPCUA-EventFieldList", Role.Published), Row("OPCUA-EventFieldList-10-variants", Role.Published)]
    [Row("OPCUA-DataChangeNotification", Role.Published), Row("OPCUA-EventNotificationList", Role.Published)]
    public long Published()
    {
        long sum = 0;
        object? item = null;
        for (uint i = 0; i < Operations; i++)
            sum += T.Published(i, out item);

        _last = item;
        return sum;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("OPCUA-MonitoredItemNotification", Role.Ours), Row("OPCUA-DataValue-struct", Role.Ours), Row("OPCUA-EventFieldList", Role.Ours)]
    [Row("OPCUA-EventFieldList-10-variants", Role.Ours), Row("OPCUA-DataChangeNotification", Role.Ours)]
    [Row("OPCUA-EventNotificationList", Role.Ours)]
    public long Scope() => RentIn(Operations);

    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("OPCUA-MonitoredItemNotification", Role.Ours), Row("OPCUA-DataValue-struct", Role.Ours), Row("OPCUA-EventFieldList", Role.Ours)]
    [Row("OPCUA-EventFieldList-10-variants", Role.Ours), Row("OPCUA-DataChangeNotification", Role.Ours)]
    [Row("OPCUA-EventNotificationList", Role.Ours)]
    public long ScopeOf20() => RentIn(Small);

    private static long RentIn(int itemsOfScope)
    {
        long sum = 0;
        for (uint i = 0; i < Operations;)
        {
            using PooledScope scope = PooledScope.Begin();
            for (int j = 0; j < itemsOfScope; j++, i++)
                sum += T.Rent(scope, i);
        }

        return sum;
    }
}
