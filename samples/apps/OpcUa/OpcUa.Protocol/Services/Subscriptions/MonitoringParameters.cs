using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;

namespace OpcUa.Protocol.Services.Subscriptions;

/// <summary>The parameters of a monitored item.</summary>
/// <param name="ClientHandle">The number that identifies the item in notifications.</param>
/// <param name="SamplingInterval">The sampling interval in milliseconds; -1 for the publishing interval, 0 for the fastest
/// possible.</param>
/// <param name="Filter">A <see cref="DataChangeFilter"/> or an <see cref="EventFilter"/>, or none.</param>
public readonly record struct MonitoringParameters(
    uint ClientHandle,
    double SamplingInterval = -1,
    ExtensionObject Filter = default,
    uint QueueSize = 1,
    bool DiscardOldest = true) : IStructure<MonitoringParameters>
{
    public static int MinBytes => 20;

    public static MonitoringParameters Decode(ref BinaryDecoder decoder) => new(
        decoder.ReadUInt32(),
        decoder.ReadDouble(),
        decoder.ReadExtensionObject(),
        decoder.ReadUInt32(),
        decoder.ReadBoolean());

    public void Encode(BinaryEncoder encoder)
    {
        encoder.WriteUInt32(ClientHandle);
        encoder.WriteDouble(SamplingInterval);
        encoder.WriteExtensionObject(Filter);
        encoder.WriteUInt32(QueueSize);
        encoder.WriteBoolean(DiscardOldest);
    }
}
