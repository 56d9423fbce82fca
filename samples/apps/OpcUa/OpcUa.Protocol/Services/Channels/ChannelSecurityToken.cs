using OpcUa.Protocol.Encoding;

namespace OpcUa.Protocol.Services.Channels;

/// <summary>The token of a secure channel.</summary>
/// <param name="RevisedLifetime">The lifetime of the token, in milliseconds.</param>
public readonly record struct ChannelSecurityToken(
    uint ChannelId,
    uint TokenId,
    DateTime CreatedAt,
    uint RevisedLifetime) : IStructure<ChannelSecurityToken>
{
    public static int MinBytes => 20;

    public static ChannelSecurityToken Decode(ref BinaryDecoder decoder) => new(
        decoder.ReadUInt32(),
        decoder.ReadUInt32(),
        decoder.ReadDateTime(),
        decoder.ReadUInt32());

    public void Encode(BinaryEncoder encoder)
    {
        encoder.WriteUInt32(ChannelId);
        encoder.WriteUInt32(TokenId);
        encoder.WriteDateTime(CreatedAt);
        encoder.WriteUInt32(RevisedLifetime);
    }
}
