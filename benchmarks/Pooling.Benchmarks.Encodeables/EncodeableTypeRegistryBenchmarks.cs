using BenchmarkDotNet.Attributes;
using OpcUa.Protocol.Encoding;
using OpcUa.Protocol.Notifications;
using Pooling.Encodeables;

namespace Pooling.Benchmarks.Encodeables;

/// <summary>Decodes a real publish response of 1,000 items, and handles it: the sum of handles and values.</summary>
public class EncodeableTypeRegistryBenchmarks
{
    private const int Items = 1_000;

    private readonly byte[] _message = PublishResponse.Encode(Items);
    private readonly PublishedPool<PublishedDataChangeNotification> _published = new(static () => new PublishedDataChangeNotification());
    private object? _last;

    [Benchmark(Baseline = true, OperationsPerInvoke = Items)]
    [Row("OPCUA-publish-response-1000", Role.Before)]
    public double New()
    {
        var decoder = new BinaryDecoder(_message, default);
        PublishResponse.ReadHead(ref decoder);
        var notification = new PublishedDataChangeNotification();
        PublishResponse.ReadInto(ref decoder, notification);
        _last = notification;
        return Handle(notification);
    }

    /// <summary>As published: the container comes from a pool, its array and items do not.</summary>
    [Benchmark(OperationsPerInvoke = Items)]
    [Row("OPCUA-publish-response-1000", Role.Published)]
    public double Published()
    {
        var decoder = new BinaryDecoder(_message, default);
        PublishResponse.ReadHead(ref decoder);
        PublishedDataChangeNotification notification = _published.Create();
        PublishResponse.ReadInto(ref decoder, notification);
        double sum = Handle(notification);
        _published.Reuse(notification);
        return sum;
    }

    [Benchmark(OperationsPerInvoke = Items)]
    [Row("OPCUA-publish-response-1000", Role.Ours)]
    public double Registry()
    {
        using PooledScope scope = PooledScope.Begin();
        var decoder = new BinaryDecoder(_message, scope);
        PublishResponse.ReadHead(ref decoder);
        var notification = (DataChangeNotification)decoder.ReadEncodeable(NotificationTypes.Registry)!;
        double sum = 0;
        foreach (MonitoredItemNotification item in notification.MonitoredItems!.Span)
            sum += item.ClientHandle + item.Value.Value.Get<double>();

        return sum;
    }

    private static double Handle(PublishedDataChangeNotification notification)
    {
        double sum = 0;
        foreach (PublishedMonitoredItemNotification item in notification.MonitoredItems)
            sum += item.ClientHandle + item.Value.Value.Get<double>();

        return sum;
    }
}
