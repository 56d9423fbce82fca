using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;
using OpcUa.Protocol.Services.Subscriptions;

namespace OpcUa.Client.Subscriptions;

/// <summary>What the publish loop must know of a response before its notifications are decoded; nothing is allocated for it.</summary>
internal readonly ref struct PublishHead
{
    private PublishHead(StatusCode status) => Status = status;

    private PublishHead(uint subscriptionId, ReadOnlySpan<byte> message, scoped ref BinaryDecoder decoder)
    {
        SubscriptionId = subscriptionId;
        Message = message;
        SequenceNumber = decoder.ReadUInt32();
        decoder.ReadDateTime();
        IsKeepAlive = decoder.ReadInt32() <= 0;
    }

    /// <summary>Whether the service succeeded; the rest is empty if not.</summary>
    public StatusCode Status { get; }

    public uint SubscriptionId { get; }

    public uint SequenceNumber { get; }

    /// <summary>Whether the message is empty; its number is that of the next one then.</summary>
    public bool IsKeepAlive { get; }

    /// <summary>The notification message, and what follows it.</summary>
    public ReadOnlySpan<byte> Message { get; }

    /// <summary>Reads the beginning of a response to a publish or republish request.</summary>
    /// <exception cref="DecodingException">It is none.</exception>
    public static PublishHead Read(ReadOnlySpan<byte> body, uint republished, DecodingLimits limits)
    {
        var decoder = new BinaryDecoder(body, default, limits);
        uint type = decoder.ReadMessageId();
        StatusCode status = ReadStatus(ref decoder);
        if (status.IsBad)
            return new PublishHead(status);

        if (type != (republished == 0 ? PublishResponse.Id : RepublishResponse.Id))
            return new PublishHead(StatusCodes.BadUnknownResponse);

        uint subscription = republished;
        if (republished == 0)
        {
            subscription = decoder.ReadUInt32();
            decoder.SkipUInt32s(); // what the server still keeps
            decoder.ReadBoolean();
        }

        return new PublishHead(subscription, body[decoder.Position..], ref decoder);
    }

    private static StatusCode ReadStatus(ref BinaryDecoder decoder)
    {
        decoder.ReadInt64(); // time
        decoder.ReadUInt32(); // handle
        StatusCode status = decoder.ReadStatusCode();
        decoder.ReadDiagnosticInfo();
        decoder.ReadStrings();
        decoder.SkipExtensionObject();
        return status;
    }
}
