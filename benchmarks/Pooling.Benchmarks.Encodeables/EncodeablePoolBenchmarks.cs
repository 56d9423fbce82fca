using BenchmarkDotNet.Attributes;
using OpcUa.Protocol.Notifications;
using Pooling.Encodeables;
using Pooling.Objects;

namespace Pooling.Benchmarks.Encodeables;

/// <summary>Many notifications rented before the first is returned.</summary>
/// <remarks>All get their handles before the first handle is read, so that an item handed out twice changes the sum.</remarks>
public class EncodeablePoolBenchmarks
{
    private PublishedPool<PublishedEventFieldList> _published = null!;
    private EncodeablePool<EventFieldList> _type = null!;
    private EventFieldList[] _items = [];
    private PublishedEventFieldList[] _publishedItems = [];
    private PooledRef<EventFieldList>[] _rentals = [];

    [Params(1_000, 40_000)]
    public int Count { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        _published = new PublishedPool<PublishedEventFieldList>(static () => new PublishedEventFieldList());
        _type = EncodeablePool.Create<EventFieldList, EventFieldListPolicy>(options: new PoolOptions { MaxRetained = 2 * Count });
        _items = new EventFieldList[Count];
        _publishedItems = new PublishedEventFieldList[Count];
        _rentals = new PooledRef<EventFieldList>[Count];
    }

    [GlobalCleanup]
    public void Cleanup() => _type.Dispose();

    [Benchmark(Baseline = true)]
    [Row("OPCUA-notifications-held-1000", Role.Before)]
    [Row("OPCUA-notifications-held-40000", Role.Before)]
    public long New()
    {
        EventFieldList[] items = _items;
        for (int i = 0; i < items.Length; i++)
            items[i] = new EventFieldList { ClientHandle = (uint)i };

        long sum = Sum(items);
        Array.Clear(items);
        return sum;
    }

    [Benchmark]
    [Row("OPCUA-notifications-held-1000", Role.Published)]
    [Row("OPCUA-notifications-held-40000", Role.Published)]
    public long Published()
    {
        PublishedPool<PublishedEventFieldList> pool = _published;
        PublishedEventFieldList[] items = _publishedItems;
        for (int i = 0; i < items.Length; i++)
        {
            PublishedEventFieldList item = pool.Create();
            item.ClientHandle = (uint)i;
            items[i] = item;
        }

        long sum = 0;
        foreach (PublishedEventFieldList item in items)
        {
            sum += item.ClientHandle;
            pool.Reuse(item);
        }

        return sum;
    }

    [Benchmark]
    [Row("OPCUA-notifications-held-1000", Role.Ours)]
    [Row("OPCUA-notifications-held-40000", Role.Ours)]
    public long Scope()
    {
        EventFieldList[] items = _items;
        using PooledScope scope = PooledScope.Begin();
        for (int i = 0; i < items.Length; i++)
        {
            EventFieldList item = scope.Rent(_type);
            item.ClientHandle = (uint)i;
            items[i] = item;
        }

        return Sum(items);
    }

    [Benchmark]
    [Row("OPCUA-notifications-held-1000", Role.Ours)]
    [Row("OPCUA-notifications-held-40000", Role.Ours)]
    public long Atomic()
    {
        PooledRef<EventFieldList>[] rentals = _rentals;
        for (int i = 0; i < rentals.Length; i++)
        {
            PooledRef<EventFieldList> rental = _type.Rent();
            rental.Value.ClientHandle = (uint)i;
            rentals[i] = rental;
        }

        long sum = 0;
        foreach (PooledRef<EventFieldList> rental in rentals)
        {
            sum += rental.Value.ClientHandle;
            rental.TryReturn();
        }

        return sum;
    }

    private static long Sum(EventFieldList[] items)
    {
        long sum = 0;
        foreach (EventFieldList item in items)
            sum += item.ClientHandle;

        return sum;
    }
}
