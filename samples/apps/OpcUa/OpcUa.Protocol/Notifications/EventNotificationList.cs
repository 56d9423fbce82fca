using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;
using Pooling.Encodeables;

namespace OpcUa.Protocol.Notifications;

/// <summary>Several events.</summary>
[PooledEncodeable]
public sealed partial class EventNotificationList : IBinaryEncodeable
{
    public static readonly NodeId EncodingId = new(916);

    /// <summary>The events; the list keeps its parts. A null array on the wire becomes an empty list.</summary>
    public EncodeableList<EventFieldList> Events { get; } = new(EventFieldList.Pool);

    /// <summary>The number of the message that contains the list.</summary>
    public uint SequenceNumber { get; set; }

    /// <summary>The time at which the server sent the message.</summary>
    public DateTime PublishTime { get; set; }

    public NodeId BinaryEncodingId => EncodingId;

    public void Encode(BinaryEncoder encoder)
    {
        encoder.WriteInt32(Events.Count);
        foreach (EventFieldList item in Events.Span)
            item.Encode(encoder);
    }

    public void Decode(ref BinaryDecoder decoder)
    {
        foreach (EventFieldList item in decoder.AddParts(Events, minBytes: 8))
            item.Decode(ref decoder);
    }
}
