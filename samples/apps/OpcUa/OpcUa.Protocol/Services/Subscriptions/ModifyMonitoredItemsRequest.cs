using OpcUa.Protocol.Encoding;
using OpcUa.Protocol.Services.Attributes;

namespace OpcUa.Protocol.Services.Subscriptions;

/// <summary>Changes the parameters of items.</summary>
public sealed class ModifyMonitoredItemsRequest : IServiceRequest
{
    /// <summary>The id of its binary encoding.</summary>
    public const uint Id = 763;

    public uint EncodingId => Id;

    public RequestHeader Header { get; } = new();

    public uint SubscriptionId { get; set; }

    public TimestampsToReturn TimestampsToReturn { get; set; }

    public MonitoredItemModifyRequest[] ItemsToModify { get; set; } = [];

    public void Encode(BinaryEncoder encoder)
    {
        Header.Encode(encoder);
        encoder.WriteUInt32(SubscriptionId);
        encoder.WriteInt32((int)TimestampsToReturn);
        encoder.WriteStructures(ItemsToModify);
    }

    public void Decode(ref BinaryDecoder decoder)
    {
        Header.Decode(ref decoder);
        SubscriptionId = decoder.ReadUInt32();
        TimestampsToReturn = (TimestampsToReturn)decoder.ReadInt32();
        ItemsToModify = decoder.ReadStructures<MonitoredItemModifyRequest>();
    }
}
