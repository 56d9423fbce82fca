using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;
using OpcUa.Protocol.Notifications;
using Pooling.Encodeables;

namespace OpcUa.Protocol.Services.Subscriptions;

/// <summary>Returns one notification message. Pooled; a reused response does not allocate.</summary>
[PooledEncodeable(MaxRetainedCapacity = 1024)]
public sealed partial class PublishResponse : IServiceResponse
{
    /// <summary>The id of its binary encoding.</summary>
    public const uint Id = 829;

    public uint EncodingId => Id;

    [KeepOnReset]
    public ResponseHeader Header { get; } = new();

    public uint SubscriptionId { get; set; }

    /// <summary>The messages that the server still keeps. The response keeps the list.</summary>
    public List<uint> AvailableSequenceNumbers { get; } = [];

    /// <summary>Whether there are more notifications than fit into the message.</summary>
    public bool MoreNotifications { get; set; }

    /// <summary>The message. A decoded message belongs to the decoder's scope, which can detach it; the response does not own it.</summary>
    [KeepOnReset]
    public NotificationMessage? NotificationMessage { get; set; }

    /// <summary>The outcome for each acknowledgement in the request. The response keeps the list.</summary>
    public List<StatusCode> Results { get; } = [];

    public void Encode(BinaryEncoder encoder)
    {
        Header.Encode(encoder);
        encoder.WriteUInt32(SubscriptionId);
        encoder.WriteUInt32s(AvailableSequenceNumbers);
        encoder.WriteBoolean(MoreNotifications);
        NotificationMessage.EncodeOrEmpty(NotificationMessage, encoder);
        encoder.WriteStatusCodes(Results);
        encoder.WriteInt32(-1); // no diagnostics
    }

    public void Decode(ref BinaryDecoder decoder)
    {
        Header.Decode(ref decoder);
        SubscriptionId = decoder.ReadUInt32();
        decoder.ReadUInt32s(AvailableSequenceNumbers);
        MoreNotifications = decoder.ReadBoolean();
        NotificationMessage = decoder.Scope.Rent(NotificationMessage.Pool);
        NotificationMessage.Decode(ref decoder);
        decoder.ReadStatusCodes(Results);
        decoder.SkipDiagnosticInfos();
    }

    partial void OnReset()
    {
        Header.Reset();
        NotificationMessage = null;
    }
}
