using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;
using Pooling.Buffers;

namespace OpcUa.Protocol.Notifications;

/// <summary>Several events.</summary>
public sealed partial class EventNotificationList : IBinaryEncodeable
{
    public static readonly NodeId EncodingId = new(916);

    /// <summary>The events. Owned.</summary>
    public PooledArray<EventFieldList>? Events { get; set; }

    /// <summary>The number of the message that it came with.</summary>
    public uint SequenceNumber { get; set; }

    /// <summary>When the server sent the message.</summary>
    public DateTime PublishTime { get; set; }

    public NodeId BinaryEncodingId => EncodingId;

    public void Encode(BinaryEncoder encoder)
    {
        encoder.WriteInt32(Events?.Length ?? -1);
        foreach (EventFieldList item in Events is null ? [] : Events.Span)
            item.Encode(encoder);
    }

    public void Decode(ref BinaryDecoder decoder)
    {
        Events = decoder.RentArray<EventFieldList>(leastBytes: 8);
        if (Events is null)
            return;

        foreach (ref EventFieldList slot in Events.Span)
        {
            EventFieldList item = decoder.Scope.Rent(EventFieldList.Pool);
            slot = item;
            item.Decode(ref decoder);
        }
    }
}
