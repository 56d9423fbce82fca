using OpcUa.Protocol.Encoding;

namespace OpcUa.Protocol.Services.Subscriptions;

/// <summary>Sets whether subscriptions publish, or send only keep-alives.</summary>
public sealed class SetPublishingModeRequest : IServiceRequest
{
    /// <summary>The id of its binary encoding.</summary>
    public const uint Id = 799;

    public uint EncodingId => Id;

    public RequestHeader Header { get; } = new();

    public bool PublishingEnabled { get; set; }

    public uint[] SubscriptionIds { get; set; } = [];

    public void Encode(BinaryEncoder encoder)
    {
        Header.Encode(encoder);
        encoder.WriteBoolean(PublishingEnabled);
        encoder.WriteUInt32s(SubscriptionIds);
    }

    public void Decode(ref BinaryDecoder decoder)
    {
        Header.Decode(ref decoder);
        PublishingEnabled = decoder.ReadBoolean();
        SubscriptionIds = decoder.ReadUInt32s();
    }
}
