using OpcUa.Protocol.Encoding;
using OpcUa.Protocol.Notifications;

namespace OpcUa.Protocol.Services.Subscriptions;

/// <summary>Returns a notification message again.</summary>
public sealed class RepublishResponse : IServiceResponse
{
    /// <summary>The id of its binary encoding.</summary>
    public const uint Id = 835;

    public uint EncodingId => Id;

    public ResponseHeader Header { get; } = new();

    /// <summary>The message. A decoded message belongs to the decoder's scope; the response does not own it.</summary>
    public NotificationMessage? NotificationMessage { get; set; }

    public void Encode(BinaryEncoder encoder)
    {
        Header.Encode(encoder);
        NotificationMessage.EncodeOrEmpty(NotificationMessage, encoder);
    }

    public void Decode(ref BinaryDecoder decoder)
    {
        Header.Decode(ref decoder);
        NotificationMessage = decoder.Scope.Rent(NotificationMessage.Pool);
        NotificationMessage.Decode(ref decoder);
    }
}
