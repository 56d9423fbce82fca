using OpcUa.Protocol.Encoding;
using OpcUa.Protocol.Services.Attributes;

namespace OpcUa.Protocol.Services.Subscriptions;

/// <summary>An item to monitor.</summary>
public readonly record struct MonitoredItemCreateRequest(
    ReadValueId ItemToMonitor,
    MonitoringMode MonitoringMode,
    MonitoringParameters RequestedParameters) : IStructure<MonitoredItemCreateRequest>
{
    public static int MinBytes => 40;

    public static MonitoredItemCreateRequest Decode(ref BinaryDecoder decoder) => new(
        ReadValueId.Decode(ref decoder),
        (MonitoringMode)decoder.ReadInt32(),
        MonitoringParameters.Decode(ref decoder));

    public void Encode(BinaryEncoder encoder)
    {
        ItemToMonitor.Encode(encoder);
        encoder.WriteInt32((int)MonitoringMode);
        RequestedParameters.Encode(encoder);
    }
}
