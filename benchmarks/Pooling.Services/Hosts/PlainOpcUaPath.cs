using OpcUa.Client;
using OpcUa.Client.Subscriptions;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;
using OpcUa.Protocol.Notifications;

namespace Pooling.Services.Hosts;

/// <summary>The plain way: an array for each message, and an object for each value, as the clients of OPC UA have
/// them.</summary>
internal sealed class PlainOpcUaPath(OpcUaValues values, DecodingLimits limits) : INotificationPath
{
    public StatusCode? Deliver(ReadOnlySpan<byte> message, ISubscription subscription)
    {
        var decoder = new BinaryDecoder(message, default, limits); // without a scope
        decoder.ReadUInt32(); // the number
        decoder.ReadDateTime(); // of publishing
        int count = decoder.ReadArrayLength(minBytes: 3);
        for (int i = 0; i < count; i++)
        {
            NodeId type = decoder.ReadNodeId();
            int end = decoder.BeginStructure();
            if (end >= 0 && type == DataChangeNotification.EncodingId)
                Handle(DecodeItems(ref decoder), subscription);

            decoder.EndStructure(end);
        }

        return null;
    }

    private static MonitoredItemNotification[] DecodeItems(ref BinaryDecoder decoder)
    {
        var items = new MonitoredItemNotification[Math.Max(decoder.ReadArrayLength(minBytes: 5), 0)];
        for (int i = 0; i < items.Length; i++)
        {
            items[i] = new MonitoredItemNotification();
            items[i].Decode(ref decoder);
        }

        return items;
    }

    private void Handle(MonitoredItemNotification[] items, ISubscription subscription)
    {
        DateTime now = DateTime.UtcNow;
        subscription.CountNotifications(items.Length);
        foreach (MonitoredItemNotification notification in items)
        {
            if (subscription.Items.TryGet(notification.ClientHandle, out MonitoredItem? item))
                values.Add(item.NodeId.Number, notification.Value, now);
        }
    }
}
