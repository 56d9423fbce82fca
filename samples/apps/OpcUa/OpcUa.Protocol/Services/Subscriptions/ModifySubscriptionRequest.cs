using OpcUa.Protocol.Encoding;

namespace OpcUa.Protocol.Services.Subscriptions;

/// <summary>Changes the parameters of a subscription.</summary>
public sealed class ModifySubscriptionRequest : IServiceRequest
{
    /// <summary>The id of its binary encoding.</summary>
    public const uint Id = 793;

    public uint EncodingId => Id;

    public RequestHeader Header { get; } = new();

    public uint SubscriptionId { get; set; }

    /// <summary>The requested publishing interval in milliseconds.</summary>
    public double RequestedPublishingInterval { get; set; }

    public uint RequestedLifetimeCount { get; set; }

    public uint RequestedMaxKeepAliveCount { get; set; }

    /// <summary>The maximum number of notifications per message; 0 leaves it to the server.</summary>
    public uint MaxNotificationsPerPublish { get; set; }

    public byte Priority { get; set; }

    public void Encode(BinaryEncoder encoder)
    {
        Header.Encode(encoder);
        encoder.WriteUInt32(SubscriptionId);
        encoder.WriteDouble(RequestedPublishingInterval);
        encoder.WriteUInt32(RequestedLifetimeCount);
        encoder.WriteUInt32(RequestedMaxKeepAliveCount);
        encoder.WriteUInt32(MaxNotificationsPerPublish);
        encoder.WriteByte(Priority);
    }

    public void Decode(ref BinaryDecoder decoder)
    {
        Header.Decode(ref decoder);
        SubscriptionId = decoder.ReadUInt32();
        RequestedPublishingInterval = decoder.ReadDouble();
        RequestedLifetimeCount = decoder.ReadUInt32();
        RequestedMaxKeepAliveCount = decoder.ReadUInt32();
        MaxNotificationsPerPublish = decoder.ReadUInt32();
        Priority = decoder.ReadByte();
    }
}
