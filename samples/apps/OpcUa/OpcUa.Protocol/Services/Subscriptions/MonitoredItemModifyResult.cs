using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;

namespace OpcUa.Protocol.Services.Subscriptions;

/// <summary>The outcome for a modified item.</summary>
/// <param name="RevisedSamplingInterval">The granted sampling interval in milliseconds.</param>
public readonly record struct MonitoredItemModifyResult(
    StatusCode StatusCode,
    double RevisedSamplingInterval = 0,
    uint RevisedQueueSize = 0,
    ExtensionObject FilterResult = default) : IStructure<MonitoredItemModifyResult>
{
    public static int MinBytes => 19;

    public static MonitoredItemModifyResult Decode(ref BinaryDecoder decoder) => new(
        decoder.ReadStatusCode(),
        decoder.ReadDouble(),
        decoder.ReadUInt32(),
        decoder.ReadExtensionObject());

    public void Encode(BinaryEncoder encoder)
    {
        encoder.WriteStatusCode(StatusCode);
        encoder.WriteDouble(RevisedSamplingInterval);
        encoder.WriteUInt32(RevisedQueueSize);
        encoder.WriteExtensionObject(FilterResult);
    }
}
