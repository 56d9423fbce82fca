using OpcUa.Protocol.BuiltIn;
using Pooling.Encodeables;

namespace OpcUa.Protocol.Notifications;

/// <summary>The structures that this library knows, by the ids of their binary encodings.</summary>
public static class NotificationTypes
{
    public static EncodeableTypeRegistry<NodeId> Registry { get; } = new EncodeableTypeRegistryBuilder<NodeId>()
        .Add(MonitoredItemNotification.EncodingId, MonitoredItemNotification.Activator)
        .Add(DataChangeNotification.EncodingId, DataChangeNotification.Activator)
        .Add(EventNotificationList.EncodingId, EventNotificationList.Activator)
        .Add(EventFieldList.EncodingId, EventFieldList.Activator)
        .Build();
}
