using OpcUa.Protocol.Encoding;

namespace OpcUa.Protocol.Services.Subscriptions;

/// <summary>Deletes subscriptions.</summary>
public sealed class DeleteSubscriptionsRequest : IServiceRequest
{
    /// <summary>The id of its binary encoding.</summary>
    public const uint Id = 847;

    public uint EncodingId => Id;

    public RequestHeader Header { get; } = new();

    public uint[] SubscriptionIds { get; set; } = [];

    public void Encode(BinaryEncoder encoder)
    {
        Header.Encode(encoder);
        encoder.WriteUInt32s(SubscriptionIds);
    }

    public void Decode(ref BinaryDecoder decoder)
    {
        Header.Decode(ref decoder);
        SubscriptionIds = decoder.ReadUInt32s();
    }
}
