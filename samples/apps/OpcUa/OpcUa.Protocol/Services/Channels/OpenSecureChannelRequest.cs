using OpcUa.Protocol.Encoding;

namespace OpcUa.Protocol.Services.Channels;

/// <summary>Opens a secure channel, or renews its token.</summary>
public sealed class OpenSecureChannelRequest : IServiceRequest
{
    /// <summary>The id of its binary encoding.</summary>
    public const uint Id = 446;

    public uint EncodingId => Id;

    public RequestHeader Header { get; } = new();

    public uint ClientProtocolVersion { get; set; }

    public SecurityTokenRequestType RequestType { get; set; }

    public MessageSecurityMode SecurityMode { get; set; } = MessageSecurityMode.None;

    /// <summary>The client's nonce; null without security.</summary>
    public byte[]? ClientNonce { get; set; }

    /// <summary>The requested lifetime in milliseconds.</summary>
    public uint RequestedLifetime { get; set; }

    public void Encode(BinaryEncoder encoder)
    {
        Header.Encode(encoder);
        encoder.WriteUInt32(ClientProtocolVersion);
        encoder.WriteInt32((int)RequestType);
        encoder.WriteInt32((int)SecurityMode);
        encoder.WriteByteString(ClientNonce);
        encoder.WriteUInt32(RequestedLifetime);
    }

    public void Decode(ref BinaryDecoder decoder)
    {
        Header.Decode(ref decoder);
        ClientProtocolVersion = decoder.ReadUInt32();
        RequestType = (SecurityTokenRequestType)decoder.ReadInt32();
        SecurityMode = (MessageSecurityMode)decoder.ReadInt32();
        ClientNonce = decoder.ReadByteString();
        RequestedLifetime = decoder.ReadUInt32();
    }
}
