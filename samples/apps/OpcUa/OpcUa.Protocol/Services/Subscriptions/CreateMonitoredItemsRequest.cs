using OpcUa.Protocol.Encoding;
using OpcUa.Protocol.Services.Attributes;

namespace OpcUa.Protocol.Services.Subscriptions;

/// <summary>Adds items to a subscription.</summary>
public sealed class CreateMonitoredItemsRequest : IServiceRequest
{
    /// <summary>The id of its binary encoding.</summary>
    public const uint Id = 751;

    public uint EncodingId => Id;

    public RequestHeader Header { get; } = new();

    public uint SubscriptionId { get; set; }

    public TimestampsToReturn TimestampsToReturn { get; set; } = TimestampsToReturn.Both;

    public MonitoredItemCreateRequest[] ItemsToCreate { get; set; } = [];

    public void Encode(BinaryEncoder encoder)
    {
        Header.Encode(encoder);
        encoder.WriteUInt32(SubscriptionId);
        encoder.WriteInt32((int)TimestampsToReturn);
        encoder.WriteStructures(ItemsToCreate);
    }

    public void Decode(ref BinaryDecoder decoder)
    {
        Header.Decode(ref decoder);
        SubscriptionId = decoder.ReadUInt32();
        TimestampsToReturn = (TimestampsToReturn)decoder.ReadInt32();
        ItemsToCreate = decoder.ReadStructures<MonitoredItemCreateRequest>();
    }
}
