using OpcUa.Protocol.Encoding;

namespace OpcUa.Protocol.Services.Channels;

/// <summary>Returns the token of a secure channel.</summary>
public sealed class OpenSecureChannelResponse : IServiceResponse
{
    /// <summary>The id of its binary encoding.</summary>
    public const uint Id = 449;

    public uint EncodingId => Id;

    public ResponseHeader Header { get; } = new();

    public uint ServerProtocolVersion { get; set; }

    public ChannelSecurityToken SecurityToken { get; set; }

    /// <summary>The server's nonce; null without security.</summary>
    public byte[]? ServerNonce { get; set; }

    public void Encode(BinaryEncoder encoder)
    {
        Header.Encode(encoder);
        encoder.WriteUInt32(ServerProtocolVersion);
        SecurityToken.Encode(encoder);
        encoder.WriteByteString(ServerNonce);
    }

    public void Decode(ref BinaryDecoder decoder)
    {
        Header.Decode(ref decoder);
        ServerProtocolVersion = decoder.ReadUInt32();
        SecurityToken = ChannelSecurityToken.Decode(ref decoder);
        ServerNonce = decoder.ReadByteString();
    }
}
