using OpcUa.Protocol.Encoding;

namespace OpcUa.Protocol.Services.Subscriptions;

/// <summary>Sets whether items report, only sample, or do neither.</summary>
public sealed class SetMonitoringModeRequest : IServiceRequest
{
    /// <summary>The id of its binary encoding.</summary>
    public const uint Id = 769;

    public uint EncodingId => Id;

    public RequestHeader Header { get; } = new();

    public uint SubscriptionId { get; set; }

    public MonitoringMode MonitoringMode { get; set; }

    public uint[] MonitoredItemIds { get; set; } = [];

    public void Encode(BinaryEncoder encoder)
    {
        Header.Encode(encoder);
        encoder.WriteUInt32(SubscriptionId);
        encoder.WriteInt32((int)MonitoringMode);
        encoder.WriteUInt32s(MonitoredItemIds);
    }

    public void Decode(ref BinaryDecoder decoder)
    {
        Header.Decode(ref decoder);
        SubscriptionId = decoder.ReadUInt32();
        MonitoringMode = (MonitoringMode)decoder.ReadInt32();
        MonitoredItemIds = decoder.ReadUInt32s();
    }
}
