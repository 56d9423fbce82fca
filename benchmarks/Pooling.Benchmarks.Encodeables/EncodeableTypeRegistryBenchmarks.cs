using OpcUa.Protocol.Encoding;
using Pooling.Buffers;

namespace Pooling.Benchmarks.Encodeables;

/// <summary>Decodes a real publish response of 1,000 items, and handles it: the sum of handles and values.</summary>
public class EncodeableTypeRegistryBenchmarks
{
    private const int Items = 1_000;

    private readonly byte[] _message = Encode();
    private readonly PublishedPool<PublishedDataChange> _published = new(static () => new PublishedDataChange());
    private object? _last;

    [Benchmark(Baseline = true, OperationsPerInvoke = Items)]
    [Row("OPCUA-publish-response-1000", Role.Before)]
    public double New()
    {
        var decoder = new BinaryDecoder(_message, default);
        ReadHead(ref decoder);
        var notification = new PublishedDataChange();
        ReadInto(notification, ref decoder);
        _last = notification;
        return Handle(notification);
    }

    /// <summary>As published: the container comes from a pool, its array and items do not.</summary>
    [Benchmark(OperationsPerInvoke = Items)]
    [Row("OPCUA-publish-response-1000", Role.Published)]
    public double Published()
    {
        var decoder = new BinaryDecoder(_message, default);
        ReadHead(ref decoder);
        PublishedDataChange notification = _published.Create();
        ReadInto(notification, ref decoder);
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
        ReadHead(ref decoder);
        var notification = (DataChangeNotification)decoder.ReadEncodeable(NotificationTypes.Registry)!;
        double sum = 0;
        foreach (MonitoredItemNotification item in notification.MonitoredItems!.Span)
            sum += item.ClientHandle + item.Value.Value.Get<double>();

        return sum;
    }

    private static double Handle(PublishedDataChange notification)
    {
        double sum = 0;
        foreach (PublishedItem item in notification.Items)
            sum += item.ClientHandle + item.Value.Value.Get<double>();

        return sum;
    }

    private static void ReadHead(ref BinaryDecoder decoder)
    {
        decoder.ReadUInt32();
        for (int numbers = decoder.ReadInt32(); numbers > 0; numbers--)
            decoder.ReadUInt32();

        decoder.ReadBoolean();
        decoder.ReadUInt32();
        decoder.ReadDateTime();
        decoder.ReadInt32();
    }

    // As decoders do that create with "new".
    private static void ReadInto(PublishedDataChange notification, ref BinaryDecoder decoder)
    {
        decoder.ReadNodeId();
        decoder.ReadByte();
        decoder.ReadInt32();
        var items = new PublishedItem[decoder.ReadInt32()];
        for (int i = 0; i < items.Length; i++)
            items[i] = new PublishedItem { ClientHandle = decoder.ReadUInt32(), Value = decoder.ReadDataValue() };

        notification.Items = items;
        decoder.ReadInt32();
    }

    // Items with a double, a status and both times: 30 bytes each.
    private static byte[] Encode()
    {
        var time = new DateTime(2026, 11, 21, 8, 0, 0, DateTimeKind.Utc);
        using var writer = new PooledArrayBufferWriter<byte>();
        var encoder = new BinaryEncoder(writer);
        encoder.WriteUInt32(7); // subscription
        encoder.WriteInt32(1); // available sequence numbers
        encoder.WriteUInt32(42);
        encoder.WriteBoolean(false); // more notifications
        encoder.WriteUInt32(42);
        encoder.WriteDateTime(time);
        encoder.WriteInt32(1); // notifications
        using PooledScope scope = PooledScope.Begin();
        DataChangeNotification notification = scope.Rent(DataChangeNotification.Pool);
        notification.MonitoredItems = scope.RentArray<MonitoredItemNotification>(Items);
        for (int i = 0; i < Items; i++)
        {
            MonitoredItemNotification item = scope.Rent(MonitoredItemNotification.Pool);
            item.ClientHandle = (uint)i;
            item.Value = new DataValue(i * 0.5, new StatusCode(0x40000000), time, time.AddMilliseconds(i));
            notification.MonitoredItems.Span[i] = item;
        }

        encoder.WriteEncodeable(notification);
        return writer.WrittenSpan.ToArray();
    }
}
