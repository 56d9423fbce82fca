using OpcUa.Protocol.Encoding;

namespace OpcUa.Protocol.Services.Subscriptions;

/// <summary>Removes items from a subscription.</summary>
public sealed class DeleteMonitoredItemsRequest : IServiceRequest
{
    /// <summary>The id of its binary encoding.</summary>
    public const uint Id = 781;

    public uint EncodingId => Id;

    public RequestHeader Header { get; } = new();

    public uint SubscriptionId { get; set; }

    public uint[] MonitoredItemIds { get; set; } = [];

    public void Encode(BinaryEncoder encoder)
    {
        Header.Encode(encoder);
        encoder.WriteUInt32(SubscriptionId);
        encoder.WriteUInt32s(MonitoredItemIds);
    }

    public void Decode(ref BinaryDecoder decoder)
    {
        Header.Decode(ref decoder);
        SubscriptionId = decoder.ReadUInt32();
        MonitoredItemIds = decoder.ReadUInt32s();
    }
}
