using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;
using Pooling.Encodeables;

namespace OpcUa.Protocol.Notifications;

/// <summary>What a subscription has to tell at once: changes of values, events, a change of its own state. An empty one keeps the
/// subscription alive.</summary>
public sealed partial class NotificationMessage : IPooledEncodeable
{
    /// <summary>The most structures that a message may hold. A server puts all changes of values into one of them.</summary>
    public const int MaxNotificationData = 256;

    private static readonly NodeId s_statusChangeId = new(820);

    /// <summary>The number of the message in its subscription; a keep-alive has the number of the next message.</summary>
    public uint SequenceNumber { get; set; }

    public DateTime PublishTime { get; set; }

    /// <summary>Changes of values, which stay with the message.</summary>
    public EncodeableList<DataChangeNotification> DataChanges { get; } = new(DataChangeNotification.Pool, maxKept: 16);

    /// <summary>Events, which stay with the message.</summary>
    public EncodeableList<EventNotificationList> Events { get; } = new(EventNotificationList.Pool, maxKept: 16);

    /// <summary>What became of the subscription, if that is what the message tells.</summary>
    public StatusCode? StatusChange { get; set; }

    /// <summary>How many structures of the message had a type that this library does not know; they were passed over.</summary>
    public int UnknownCount { get; set; }

    /// <summary>Whether the message tells nothing but that the subscription lives.</summary>
    public bool IsKeepAlive => DataChanges.Count == 0 && Events.Count == 0 && StatusChange is null && UnknownCount == 0;

    /// <summary>Writes a message, or an empty one for <see langword="null"/>.</summary>
    public static void EncodeOrEmpty(NotificationMessage? message, BinaryEncoder encoder)
    {
        if (message is not null)
        {
            message.Encode(encoder);
            return;
        }

        encoder.WriteUInt32(0);
        encoder.WriteDateTime(default);
        encoder.WriteInt32(0);
    }

    public void Encode(BinaryEncoder encoder)
    {
        encoder.WriteUInt32(SequenceNumber);
        encoder.WriteDateTime(PublishTime);
        encoder.WriteInt32(DataChanges.Count + Events.Count + (StatusChange is null ? 0 : 1));
        foreach (DataChangeNotification change in DataChanges.Span)
            encoder.WriteEncodeable(change);

        foreach (EventNotificationList list in Events.Span)
            encoder.WriteEncodeable(list);

        if (StatusChange is not { } status)
            return;

        encoder.WriteNodeId(s_statusChangeId);
        encoder.WriteByte(1);
        encoder.WriteInt32(sizeof(uint) + sizeof(byte));
        encoder.WriteStatusCode(status);
        encoder.WriteDiagnosticInfo(null);
    }

    public void Decode(ref BinaryDecoder decoder)
    {
        SequenceNumber = decoder.ReadUInt32();
        PublishTime = decoder.ReadDateTime();
        int start = decoder.Position;
        int count = decoder.ReadArrayLength(leastBytes: 3);
        if (count > MaxNotificationData)
            throw new DecodingException($"A message of {count} notifications exceeds the limit of {MaxNotificationData}.", start);

        for (int i = 0; i < count; i++)
            DecodeNotification(ref decoder);
    }

    private void DecodeNotification(ref BinaryDecoder decoder)
    {
        NodeId type = decoder.ReadNodeId();
        int end = decoder.BeginStructure();
        if (end < 0)
            UnknownCount++; // no body, or XML
        else if (type == DataChangeNotification.EncodingId)
            DataChanges.Add().Decode(ref decoder);
        else if (type == EventNotificationList.EncodingId)
            Events.Add().Decode(ref decoder);
        else if (type == s_statusChangeId)
            StatusChange = decoder.ReadStatusCode(); // its diagnostics are passed over
        else
            UnknownCount++;

        decoder.EndStructure(end);
    }
}
