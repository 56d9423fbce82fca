using OpcUa.Protocol.BuiltIn;
using Pooling.Encodeables;

namespace OpcUa.Protocol.Notifications;

/// <summary>The structures that this library knows, by the ids of their binary encodings.</summary>
public static class NotificationTypes
{
    public static EncodeableTypeRegistry<NodeId> Registry { get; } = EncodeableTypeRegistry<NodeId>.Create(
    [
        (MonitoredItemNotification.EncodingId, MonitoredItemNotification.Pool),
        (DataChangeNotification.EncodingId, DataChangeNotification.Pool),
        (EventNotificationList.EncodingId, EventNotificationList.Pool),
        (EventFieldList.EncodingId, EventFieldList.Pool),
    ]);
}
