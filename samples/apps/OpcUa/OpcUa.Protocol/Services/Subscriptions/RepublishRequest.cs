using OpcUa.Protocol.Encoding;

namespace OpcUa.Protocol.Services.Subscriptions;

/// <summary>Requests a notification message that was lost.</summary>
public sealed class RepublishRequest : IServiceRequest
{
    /// <summary>The id of its binary encoding.</summary>
    public const uint Id = 832;

    public uint EncodingId => Id;

    public RequestHeader Header { get; } = new();

    public uint SubscriptionId { get; set; }

    public uint RetransmitSequenceNumber { get; set; }

    public void Encode(BinaryEncoder encoder)
    {
        Header.Encode(encoder);
        encoder.WriteUInt32(SubscriptionId);
        encoder.WriteUInt32(RetransmitSequenceNumber);
    }

    public void Decode(ref BinaryDecoder decoder)
    {
        Header.Decode(ref decoder);
        SubscriptionId = decoder.ReadUInt32();
        RetransmitSequenceNumber = decoder.ReadUInt32();
    }
}
