using OpcUa.Protocol.Encoding;

namespace OpcUa.Protocol.Services.Subscriptions;

/// <summary>Returns the revised parameters of a subscription.</summary>
public sealed class ModifySubscriptionResponse : IServiceResponse
{
    /// <summary>The id of its binary encoding.</summary>
    public const uint Id = 796;

    public uint EncodingId => Id;

    public ResponseHeader Header { get; } = new();

    /// <summary>The granted publishing interval in milliseconds.</summary>
    public double RevisedPublishingInterval { get; set; }

    public uint RevisedLifetimeCount { get; set; }

    public uint RevisedMaxKeepAliveCount { get; set; }

    public void Encode(BinaryEncoder encoder)
    {
        Header.Encode(encoder);
        encoder.WriteDouble(RevisedPublishingInterval);
        encoder.WriteUInt32(RevisedLifetimeCount);
        encoder.WriteUInt32(RevisedMaxKeepAliveCount);
    }

    public void Decode(ref BinaryDecoder decoder)
    {
        Header.Decode(ref decoder);
        RevisedPublishingInterval = decoder.ReadDouble();
        RevisedLifetimeCount = decoder.ReadUInt32();
        RevisedMaxKeepAliveCount = decoder.ReadUInt32();
    }
}
