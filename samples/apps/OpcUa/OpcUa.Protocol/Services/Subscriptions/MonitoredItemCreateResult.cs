using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;

namespace OpcUa.Protocol.Services.Subscriptions;

/// <summary>The outcome for an item.</summary>
/// <param name="RevisedSamplingInterval">The granted sampling interval in milliseconds.</param>
public readonly record struct MonitoredItemCreateResult(
    StatusCode StatusCode,
    uint MonitoredItemId = 0,
    double RevisedSamplingInterval = 0,
    uint RevisedQueueSize = 0,
    ExtensionObject FilterResult = default) : IStructure<MonitoredItemCreateResult>
{
    public static int MinBytes => 23;

    public static MonitoredItemCreateResult Decode(ref BinaryDecoder decoder) => new(
        decoder.ReadStatusCode(),
        decoder.ReadUInt32(),
        decoder.ReadDouble(),
        decoder.ReadUInt32(),
        decoder.ReadExtensionObject());

    public void Encode(BinaryEncoder encoder)
    {
        encoder.WriteStatusCode(StatusCode);
        encoder.WriteUInt32(MonitoredItemId);
        encoder.WriteDouble(RevisedSamplingInterval);
        encoder.WriteUInt32(RevisedQueueSize);
        encoder.WriteExtensionObject(FilterResult);
    }
}
