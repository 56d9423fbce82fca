using OpcUa.Protocol.Encoding;

namespace OpcUa.Protocol.Services.Subscriptions;

/// <summary>Creates a subscription.</summary>
public sealed class CreateSubscriptionRequest : IServiceRequest
{
    /// <summary>The id of its binary encoding.</summary>
    public const uint Id = 787;

    public uint EncodingId => Id;

    public RequestHeader Header { get; } = new();

    /// <summary>The requested publishing interval in milliseconds.</summary>
    public double RequestedPublishingInterval { get; set; }

    /// <summary>The number of publishing intervals without a publish request after which the subscription is deleted.</summary>
    public uint RequestedLifetimeCount { get; set; }

    /// <summary>The number of publishing intervals without changes after which an empty message is sent.</summary>
    public uint RequestedMaxKeepAliveCount { get; set; }

    /// <summary>The maximum number of notifications per message; 0 for no limit.</summary>
    public uint MaxNotificationsPerPublish { get; set; }

    public bool PublishingEnabled { get; set; } = true;

    public byte Priority { get; set; }

    public void Encode(BinaryEncoder encoder)
    {
        Header.Encode(encoder);
        encoder.WriteDouble(RequestedPublishingInterval);
        encoder.WriteUInt32(RequestedLifetimeCount);
        encoder.WriteUInt32(RequestedMaxKeepAliveCount);
        encoder.WriteUInt32(MaxNotificationsPerPublish);
        encoder.WriteBoolean(PublishingEnabled);
        encoder.WriteByte(Priority);
    }

    public void Decode(ref BinaryDecoder decoder)
    {
        Header.Decode(ref decoder);
        RequestedPublishingInterval = decoder.ReadDouble();
        RequestedLifetimeCount = decoder.ReadUInt32();
        RequestedMaxKeepAliveCount = decoder.ReadUInt32();
        MaxNotificationsPerPublish = decoder.ReadUInt32();
        PublishingEnabled = decoder.ReadBoolean();
        Priority = decoder.ReadByte();
    }
}
