using BenchmarkDotNet.Attributes;
using OpcUa.Protocol.Notifications;
using Pooling.Encodeables;
using Pooling.Objects;

namespace Pooling.Benchmarks.Encodeables;

/// <summary>Many events rented before the first is returned. All get their handles before the first handle is read, so that an event
/// handed out twice changes the sum.</summary>
public class EncodeablePoolBenchmarks
{
    private EncodeablePool<EventFieldList> _pool = null!;
    private PublishedEvents _published = new();
    private EventSlot<EventFieldList>[] _items = [];
    private EventSlot<PublishedEvent>[] _publishedItems = [];
    private EventSlot<PooledRef<EventFieldList>>[] _rentals = [];

    [Params(1_000, 40_000)]
    public int Count { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        _pool = EncodeablePool.Create<EventFieldList, EventPolicy>(options: new PoolOptions { MaxRetained = 2 * Count });
        (_items, _publishedItems, _rentals) = (new EventSlot<EventFieldList>[Count], new EventSlot<PublishedEvent>[Count],
            new EventSlot<PooledRef<EventFieldList>>[Count]);
    }

    [GlobalCleanup]
    public void Cleanup() => _pool.Dispose();

    [Benchmark(Baseline = true)]
    [Row("OPCUA-notifications-held-1000", Role.Before)]
    [Row("OPCUA-notifications-held-40000", Role.Before)]
    public long New()
    {
        long sum = Hold(new NewEvents(), _items);
        Array.Clear(_items); // nothing is kept
        return sum;
    }

    [Benchmark]
    [Row("OPCUA-notifications-held-1000", Role.Published)]
    [Row("OPCUA-notifications-held-40000", Role.Published)]
    public long Published() => Hold(_published, _publishedItems);

    [Benchmark]
    [Row("OPCUA-notifications-held-1000", Role.Ours)]
    [Row("OPCUA-notifications-held-40000", Role.Ours)]
    public long Scope() => Hold(new ScopedEvents(_pool), _items);

    [Benchmark]
    [Row("OPCUA-notifications-held-1000", Role.Ours)]
    [Row("OPCUA-notifications-held-40000", Role.Ours)]
    public long Atomic() => Hold(new ReferencedEvents(_pool), _rentals);

    private static long Hold<T, TSource>(TSource source, EventSlot<T>[] items) where TSource : struct, IEventSource<T>
    {
        using PooledScope scope = TSource.NeedsScope ? PooledScope.Begin() : default;
        for (int i = 0; i < items.Length; i++)
            items[i].Item = source.Rent(scope, (uint)i);

        long sum = 0;
        foreach (ref EventSlot<T> slot in items.AsSpan())
            sum += source.Return(slot.Item!);

        return sum;
    }
}
