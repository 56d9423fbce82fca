namespace Pooling.Benchmarks.Encodeables;

/// <summary>Measures the published loops over 1,000 notifications of a class: new, from the published pool, and through a scope for all of
/// them or for 20, as many as small messages contain.</summary>
[GenericTypeArguments(typeof(Item)), GenericTypeArguments(typeof(ItemWithValue)), GenericTypeArguments(typeof(DataChange))]
[GenericTypeArguments(typeof(Event)), GenericTypeArguments(typeof(EventOf10)), GenericTypeArguments(typeof(EventList))]
public class PooledScopeBenchmarks<T> where T : struct, INotification
{
    private const int Operations = 1_000;

    private object? _last; // lets it escape, so that it is created on the heap

    // In bytes, including all that it holds.
    private static int Size =>
        default(T) switch { Item => 104, ItemWithValue or EventList => 120, Event => 48, EventOf10 => 312, _ => 216 };

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations), Row("OPCUA-gen0-collections", Role.Before, "new")]
    [Row("OPCUA-MonitoredItemNotification", Role.Before, "new"), Row("OPCUA-Data*", Role.Before, "new")]
    [Row("OPCUA-Event*", Role.Before, "new")]
    public long New()
    {
        long sum = 0;
        PublishedEncodeable? item = null;
        for (uint i = 0; i < Operations; i++)
            sum += (item = T.New(i)).Handle;

        _last = item;
        return sum;
    }

    [Benchmark(OperationsPerInvoke = Operations), Row("OPCUA-gen0-collections", Role.Published)]
    [Row("OPCUA-MonitoredItemNotification", Role.Published), Row("OPCUA-Data*", Role.Published), Row("OPCUA-Event*", Role.Published)]
    public long Published()
    {
        long sum = 0;
        for (uint i = 0; i < Operations; i++)
            sum += T.Published(i);

        return sum;
    }

    [Benchmark(OperationsPerInvoke = Operations), Row("OPCUA-gen0-collections", Role.Ours, "PooledScope, of 1,000")]
    [Row("OPCUA-MonitoredItemNotification", Role.Ours, "PooledScope, of 1,000")]
    [Row("OPCUA-Data*", Role.Ours, "PooledScope, of 1,000"), Row("OPCUA-Event*", Role.Ours, "PooledScope, of 1,000")]
    public long Scope() => RentIn(Operations);

    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("OPCUA-MonitoredItemNotification", Role.Ours, "PooledScope, of 20")]
    [Row("OPCUA-Data*", Role.Ours, "PooledScope, of 20"), Row("OPCUA-Event*", Role.Ours, "PooledScope, of 20")]
    public long ScopeOf20() => RentIn(20);

    /// <summary>Uses parts that stay with a message of 20. The containers are messages themselves.</summary>
    [Benchmark(OperationsPerInvoke = Operations), Row("OPCUA-gen0-collections", Role.Ours, "EncodeableList")]
    [Row("OPCUA-MonitoredItemNotification", Role.Ours, "EncodeableList")]
    [Row("OPCUA-Data*", Role.Ours, "EncodeableList"), Row("OPCUA-Event*", Role.Ours, "EncodeableList")]
    public long Kept()
    {
        long sum = 0;
        for (uint i = 0; i < Operations;)
        {
            using PooledRef<KeptParts> rental = KeptParts.Pool.Rent();
            KeptParts message = rental.Value;
            for (int j = 0; j < 20; j++, i++)
                sum += T.Keep(message, i);
        }

        return sum;
    }

    [SmokeCheck(nameof(New))]
    public string SizeOfNew() => ObjectSize.Check(static () => T.New(0), Size);

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
