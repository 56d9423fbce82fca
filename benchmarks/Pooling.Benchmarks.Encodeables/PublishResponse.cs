using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;
using OpcUa.Protocol.Notifications;
using Pooling.Buffers;
using Pooling.Encodeables;

namespace Pooling.Benchmarks.Encodeables;

/// <summary>The body of a publish response with one data change notification: what a server sends 20 times a second, and what every way of
/// decoding reads.</summary>
internal static class PublishResponse
{
    private static readonly DateTime s_time = new(2026, 11, 21, 8, 0, 0, DateTimeKind.Utc);

    /// <summary>Encodes items with a double, a status and both times: 30 bytes each.</summary>
    internal static byte[] Encode(int items)
    {
        using var writer = new PooledArrayBufferWriter<byte>();
        var encoder = new BinaryEncoder(writer);
        encoder.WriteUInt32(7); // subscription
        encoder.WriteInt32(1); // available sequence numbers
        encoder.WriteUInt32(42);
        encoder.WriteBoolean(false); // more notifications
        encoder.WriteUInt32(42);
        encoder.WriteDateTime(s_time);
        encoder.WriteInt32(1); // notifications
        using PooledScope scope = PooledScope.Begin();
        DataChangeNotification notification = scope.Rent(DataChangeNotification.Pool);
        notification.MonitoredItems = scope.RentArray<MonitoredItemNotification>(items);
        for (int i = 0; i < items; i++)
        {
            MonitoredItemNotification item = scope.Rent(MonitoredItemNotification.Pool);
            item.ClientHandle = (uint)i;
            item.Value = new DataValue(i * 0.5, new StatusCode(0x40000000), s_time, s_time.AddMilliseconds(i));
            notification.MonitoredItems.Span[i] = item;
        }

        encoder.WriteEncodeable(notification);
        return writer.WrittenSpan.ToArray();
    }

    /// <summary>Reads up to the notification.</summary>
    internal static void ReadHead(ref BinaryDecoder decoder)
    {
        decoder.ReadUInt32();
        for (int numbers = decoder.ReadInt32(); numbers > 0; numbers--)
            decoder.ReadUInt32();

        decoder.ReadBoolean();
        decoder.ReadUInt32();
        decoder.ReadDateTime();
        decoder.ReadInt32();
    }

    /// <summary>Reads the notification as decoders do that create with <c>new</c>.</summary>
    internal static void ReadInto(ref BinaryDecoder decoder, PublishedDataChangeNotification notification)
    {
        decoder.ReadNodeId();
        decoder.ReadByte();
        decoder.ReadInt32();
        var items = new PublishedMonitoredItemNotification[decoder.ReadInt32()];
        for (int i = 0; i < items.Length; i++)
            items[i] = new PublishedMonitoredItemNotification { ClientHandle = decoder.ReadUInt32(), Value = decoder.ReadDataValue() };

        notification.MonitoredItems = items;
        decoder.ReadInt32();
    }
}
