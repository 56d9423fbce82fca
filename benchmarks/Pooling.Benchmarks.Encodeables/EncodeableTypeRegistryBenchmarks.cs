using OpcUa.Protocol.Encoding;

namespace Pooling.Benchmarks.Encodeables;

/// <summary>Measures decoding and handling the 1,000 items of a publish response. The result is the sum of handles and values.</summary>
/// <remarks>The eight numbers of the header are omitted, because they are the same work for all contenders.</remarks>
public class EncodeableTypeRegistryBenchmarks
{
    private readonly byte[] _message = Encode();
    private readonly PublishedPool<PublishedDataChange> _published = new(static () => new PublishedDataChange());

    [Benchmark(Baseline = true), Row("OPCUA-publish-response-1000", Role.Before)]
    public double New() => Decode(new PublishedDataChange());

    /// <summary>As published: the container is pooled, but its array and items are not.</summary>
    [Benchmark, Row("OPCUA-publish-response-1000", Role.Published)]
    public double Published()
    {
        PublishedDataChange notification = _published.Rent();
        double sum = Decode(notification);
        _published.Return(notification);
        return sum;
    }

    [Benchmark, Row("OPCUA-publish-response-1000", Role.Ours)]
    public double Registry()
    {
        using PooledScope scope = PooledScope.Begin();
        var decoder = new BinaryDecoder(_message, scope);
        return Handle((DataChangeNotification)decoder.ReadEncodeable(NotificationTypes.Registry)!);
    }

    /// <summary>Uses a decoder that knows the type. Its parts stay with the message.</summary>
    [Benchmark, Row("OPCUA-publish-response-1000", Role.Ours)]
    public double Reference()
    {
        using PooledRef<DataChangeNotification> rental = DataChangeNotification.Pool.Rent();
        BinaryDecoder decoder = ReadHead();
        rental.Value.Decode(ref decoder);
        return Handle(rental.Value);
    }

    private BinaryDecoder ReadHead()
    {
        var decoder = new BinaryDecoder(_message, default);
        decoder.ReadNodeId();
        decoder.ReadByte();
        decoder.ReadInt32();
        return decoder;
    }

    private static double Handle(DataChangeNotification notification)
    {
        double sum = 0;
        foreach (MonitoredItemNotification item in notification.MonitoredItems.Span)
            sum += item.ClientHandle + item.Value.Value.Get<double>();

        return sum;
    }

    // Creates objects with "new", as is common in decoders.
    private double Decode(PublishedDataChange notification)
    {
        BinaryDecoder decoder = ReadHead();
        notification.Items = new PublishedItem[decoder.ReadInt32()];
        foreach (ref PublishedItem item in notification.Items.AsSpan())
            item = new PublishedItem { Handle = decoder.ReadUInt32(), Value = decoder.ReadDataValue() };

        decoder.ReadInt32();
        double sum = 0;
        foreach (PublishedItem item in notification.Items)
            sum += item.Handle + item.Value.Value.Get<double>();

        return sum;
    }

    // Items with a double, a status and both times: 30 bytes each.
    private static byte[] Encode()
    {
        var time = new DateTime(2026, 11, 21, 8, 0, 0, DateTimeKind.Utc);
        using var writer = new PooledArrayBufferWriter<byte>();
        using PooledScope scope = PooledScope.Begin();
        DataChangeNotification notification = scope.Rent(DataChangeNotification.Pool);
        for (int i = 0; i < 1_000; i++)
        {
            MonitoredItemNotification item = notification.MonitoredItems.Add();
            item.ClientHandle = (uint)i;
            item.Value = new DataValue(i * 0.5, new StatusCode(0x40000000), time, time.AddMilliseconds(i));
        }

        new BinaryEncoder(writer).WriteEncodeable(notification);
        return writer.WrittenSpan.ToArray();
    }
}
