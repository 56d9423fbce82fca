using OpcUa.Protocol.Encoding;
using OpcUa.Protocol.Services.Channels;

namespace OpcUa.Protocol.Services.Sessions;

/// <summary>The description of an endpoint of a server.</summary>
public sealed record EndpointDescription(
    string? EndpointUrl,
    ApplicationDescription Server,
    byte[]? ServerCertificate,
    MessageSecurityMode SecurityMode,
    string? SecurityPolicyUri,
    UserTokenPolicy[] UserIdentityTokens,
    string? TransportProfileUri,
    byte SecurityLevel) : IStructure<EndpointDescription>
{
    public static int MinBytes => 50;

    public static EndpointDescription Decode(ref BinaryDecoder decoder) => new(
        decoder.ReadString(),
        ApplicationDescription.Decode(ref decoder),
        decoder.ReadByteString(),
        (MessageSecurityMode)decoder.ReadInt32(),
        decoder.ReadString(),
        decoder.ReadStructures<UserTokenPolicy>(),
        decoder.ReadString(),
        decoder.ReadByte());

    public void Encode(BinaryEncoder encoder)
    {
        encoder.WriteString(EndpointUrl);
        Server.Encode(encoder);
        encoder.WriteByteString(ServerCertificate);
        encoder.WriteInt32((int)SecurityMode);
        encoder.WriteString(SecurityPolicyUri);
        encoder.WriteStructures(UserIdentityTokens);
        encoder.WriteString(TransportProfileUri);
        encoder.WriteByte(SecurityLevel);
    }
}
