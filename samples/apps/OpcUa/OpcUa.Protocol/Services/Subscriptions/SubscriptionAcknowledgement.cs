using OpcUa.Protocol.Encoding;

namespace OpcUa.Protocol.Services.Subscriptions;

/// <summary>A notification message that the client has received.</summary>
public readonly record struct SubscriptionAcknowledgement(
    uint SubscriptionId,
    uint SequenceNumber) : IStructure<SubscriptionAcknowledgement>
{
    public static int MinBytes => 8;

    public static SubscriptionAcknowledgement Decode(ref BinaryDecoder decoder) => new(decoder.ReadUInt32(), decoder.ReadUInt32());

    public void Encode(BinaryEncoder encoder)
    {
        encoder.WriteUInt32(SubscriptionId);
        encoder.WriteUInt32(SequenceNumber);
    }
}
