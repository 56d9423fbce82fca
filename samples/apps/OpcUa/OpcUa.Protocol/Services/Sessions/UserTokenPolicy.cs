using OpcUa.Protocol.Encoding;

namespace OpcUa.Protocol.Services.Sessions;

/// <summary>A kind of user token that an endpoint accepts.</summary>
public sealed record UserTokenPolicy(
    string? PolicyId,
    UserTokenType TokenType = UserTokenType.Anonymous,
    string? IssuedTokenType = null,
    string? IssuerEndpointUrl = null,
    string? SecurityPolicyUri = null) : IStructure<UserTokenPolicy>
{
    public static int MinBytes => 20;

    public static UserTokenPolicy Decode(ref BinaryDecoder decoder) => new(
        decoder.ReadString(),
        (UserTokenType)decoder.ReadInt32(),
        decoder.ReadString(),
        decoder.ReadString(),
        decoder.ReadString());

    public void Encode(BinaryEncoder encoder)
    {
        encoder.WriteString(PolicyId);
        encoder.WriteInt32((int)TokenType);
        encoder.WriteString(IssuedTokenType);
        encoder.WriteString(IssuerEndpointUrl);
        encoder.WriteString(SecurityPolicyUri);
    }
}
