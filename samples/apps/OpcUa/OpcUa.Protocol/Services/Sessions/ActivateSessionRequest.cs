using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;

namespace OpcUa.Protocol.Services.Sessions;

/// <summary>Identifies the user of a session, and binds the session to the channel of the request.</summary>
public sealed class ActivateSessionRequest : IServiceRequest
{
    /// <summary>The id of its binary encoding.</summary>
    public const uint Id = 467;

    public uint EncodingId => Id;

    public RequestHeader Header { get; } = new();

    public SignatureData ClientSignature { get; set; }

    public SignedSoftwareCertificate[] ClientSoftwareCertificates { get; set; } = [];

    public string?[] LocaleIds { get; set; } = [];

    public ExtensionObject UserIdentityToken { get; set; }

    public SignatureData UserTokenSignature { get; set; }

    public void Encode(BinaryEncoder encoder)
    {
        Header.Encode(encoder);
        ClientSignature.Encode(encoder);
        encoder.WriteStructures(ClientSoftwareCertificates);
        encoder.WriteStrings(LocaleIds);
        encoder.WriteExtensionObject(UserIdentityToken);
        UserTokenSignature.Encode(encoder);
    }

    public void Decode(ref BinaryDecoder decoder)
    {
        Header.Decode(ref decoder);
        ClientSignature = SignatureData.Decode(ref decoder);
        ClientSoftwareCertificates = decoder.ReadStructures<SignedSoftwareCertificate>();
        LocaleIds = decoder.ReadStrings();
        UserIdentityToken = decoder.ReadExtensionObject();
        UserTokenSignature = SignatureData.Decode(ref decoder);
    }
}
