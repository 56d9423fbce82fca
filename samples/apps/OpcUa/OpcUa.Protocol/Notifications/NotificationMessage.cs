using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;
using Pooling.Encodeables;
using Pooling.Objects;

namespace OpcUa.Protocol.Notifications;

/// <summary>The notifications that a subscription sends together: changed values, events, or a change of its own state. An empty message
/// keeps the subscription alive.</summary>
[PooledEncodeable]
public sealed partial class NotificationMessage
{
    /// <summary>The maximum number of structures in a message. A server puts all changed values into one structure.</summary>
    public const int MaxNotificationData = 256;

    private static readonly NodeId s_statusChangeId = new(820);

    // Each message keeps its parts, up to 1,000 and more. Few messages circulate, so threads hand over only two at a time.
    public static EncodeablePool<NotificationMessage> Pool { get; } = EncodeablePool.Create<NotificationMessage, PoolPolicy>(
        options: new PoolOptions { MaxRetainedPerThread = 5 });

    /// <summary>The number of the message in its subscription; a keep-alive message has the number of the next message.</summary>
    public uint SequenceNumber { get; set; }

    public DateTime PublishTime { get; set; }

    /// <summary>The changed values; the list keeps its parts.</summary>
    public EncodeableList<DataChangeNotification> DataChanges { get; } = new(DataChangeNotification.Pool, maxKept: 16);

    /// <summary>The events; the list keeps its parts.</summary>
    public EncodeableList<EventNotificationList> Events { get; } = new(EventNotificationList.Pool, maxKept: 16);

    /// <summary>The new status of the subscription, if the message reports it.</summary>
    public StatusCode? StatusChange { get; set; }

    /// <summary>The number of structures of unknown types, which were skipped.</summary>
    public int UnknownCount { get; set; }

    /// <summary>Gets whether the message is a keep-alive.</summary>
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
        int count = decoder.ReadArrayLength(minBytes: 3);
        if (count > MaxNotificationData)
            throw new DecodingException($"A message with {count} notifications exceeds the limit of {MaxNotificationData}.", start);

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
            StatusChange = decoder.ReadStatusCode(); // its diagnostics are skipped
        else
            UnknownCount++;

        decoder.EndStructure(end);
    }
}
