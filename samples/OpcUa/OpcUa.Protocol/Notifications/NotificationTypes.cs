using OpcUa.Protocol.BuiltIn;
using Pooling.Encodeables;

namespace OpcUa.Protocol.Notifications;

/// <summary>The structures that this library knows, by the ids of their binary encodings.</summary>
public static class NotificationTypes
{
    public static EncodeableTypeRegistry<NodeId> Registry { get; } = new EncodeableTypeRegistryBuilder<NodeId>()
        .Add(MonitoredItemNotification.EncodingId, MonitoredItemNotification.Pool)
        .Add(DataChangeNotification.EncodingId, DataChangeNotification.Pool)
        .Add(EventNotificationList.EncodingId, EventNotificationList.Pool)
        .Add(EventFieldList.EncodingId, EventFieldList.Pool)
        .Build();
}
