using OpcUa.Protocol.Encoding;

namespace OpcUa.Protocol.Services.Subscriptions;

/// <summary>Returns a created subscription with its revised parameters.</summary>
public sealed class CreateSubscriptionResponse : IServiceResponse
{
    /// <summary>The id of its binary encoding.</summary>
    public const uint Id = 790;

    public uint EncodingId => Id;

    public ResponseHeader Header { get; } = new();

    public uint SubscriptionId { get; set; }

    /// <summary>The granted publishing interval in milliseconds.</summary>
    public double RevisedPublishingInterval { get; set; }

    public uint RevisedLifetimeCount { get; set; }

    public uint RevisedMaxKeepAliveCount { get; set; }

    public void Encode(BinaryEncoder encoder)
    {
        Header.Encode(encoder);
        encoder.WriteUInt32(SubscriptionId);
        encoder.WriteDouble(RevisedPublishingInterval);
        encoder.WriteUInt32(RevisedLifetimeCount);
        encoder.WriteUInt32(RevisedMaxKeepAliveCount);
    }

    public void Decode(ref BinaryDecoder decoder)
    {
        Header.Decode(ref decoder);
        SubscriptionId = decoder.ReadUInt32();
        RevisedPublishingInterval = decoder.ReadDouble();
        RevisedLifetimeCount = decoder.ReadUInt32();
        RevisedMaxKeepAliveCount = decoder.ReadUInt32();
    }
}
