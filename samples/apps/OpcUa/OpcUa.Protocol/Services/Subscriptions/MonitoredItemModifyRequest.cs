using OpcUa.Protocol.Encoding;

namespace OpcUa.Protocol.Services.Subscriptions;

/// <summary>An item with new parameters.</summary>
public readonly record struct MonitoredItemModifyRequest(uint MonitoredItemId, MonitoringParameters RequestedParameters)
    : IStructure<MonitoredItemModifyRequest>
{
    public static int MinBytes => 24;

    public static MonitoredItemModifyRequest Decode(ref BinaryDecoder decoder) =>
        new(decoder.ReadUInt32(), MonitoringParameters.Decode(ref decoder));

    public void Encode(BinaryEncoder encoder)
    {
        encoder.WriteUInt32(MonitoredItemId);
        RequestedParameters.Encode(encoder);
    }
}
