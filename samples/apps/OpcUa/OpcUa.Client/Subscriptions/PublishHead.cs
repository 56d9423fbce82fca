using OpcUa.Client.Connections;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;
using OpcUa.Protocol.Services.Subscriptions;

namespace OpcUa.Client.Subscriptions;

/// <summary>The part of a response that the publish loop reads before its notifications are decoded. Reading it does not
/// allocate.</summary>
internal readonly ref struct PublishHead
{
    private PublishHead(StatusCode status) => Status = status;

    private PublishHead(uint subscriptionId, ReadOnlySpan<byte> available, ReadOnlySpan<byte> message, scoped ref BinaryDecoder decoder)
    {
        SubscriptionId = subscriptionId;
        AvailableNumbers = available;
        Message = message;
        SequenceNumber = decoder.ReadUInt32();
        decoder.ReadDateTime();
        IsKeepAlive = decoder.ReadInt32() <= 0;
    }

    /// <summary>Gets the result of the service; if it is bad, the rest is empty.</summary>
    public StatusCode Status { get; }

    public uint SubscriptionId { get; }

    public uint SequenceNumber { get; }

    /// <summary>Gets the encoded numbers of the messages that the server still keeps.</summary>
    public ReadOnlySpan<byte> AvailableNumbers { get; }

    /// <summary>Gets whether the message is empty; then its number is that of the next message.</summary>
    public bool IsKeepAlive { get; }

    /// <summary>Gets the notification message, and the fields after it.</summary>
    public ReadOnlySpan<byte> Message { get; }

    /// <summary>Reads the start of a response to a publish or republish request.</summary>
    /// <exception cref="DecodingException">The data is malformed.</exception>
    public static PublishHead Read(ReadOnlySpan<byte> body, uint republished, DecodingLimits limits)
    {
        var decoder = new BinaryDecoder(body, default, limits);
        uint type = decoder.ReadMessageId();
        StatusCode status = ResponseStart.ReadStatus(ref decoder);
        if (status.IsBad)
            return new PublishHead(status);

        if (type != (republished == 0 ? PublishResponse.Id : RepublishResponse.Id))
            return new PublishHead(StatusCodes.BadUnknownResponse);

        uint subscription = republished;
        ReadOnlySpan<byte> available = default;
        if (republished == 0)
        {
            subscription = decoder.ReadUInt32();
            int start = decoder.Position;
            decoder.SkipUInt32s();
            available = body[(start + sizeof(int))..decoder.Position];
            decoder.ReadBoolean();
        }

        return new PublishHead(subscription, available, body[decoder.Position..], ref decoder);
    }
}
