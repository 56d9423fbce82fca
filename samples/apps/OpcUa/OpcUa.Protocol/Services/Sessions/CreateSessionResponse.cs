using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;

namespace OpcUa.Protocol.Services.Sessions;

/// <summary>Returns a created session.</summary>
public sealed class CreateSessionResponse : IServiceResponse
{
    /// <summary>The id of its binary encoding.</summary>
    public const uint Id = 464;

    public uint EncodingId => Id;

    public ResponseHeader Header { get; } = new();

    public NodeId SessionId { get; set; }

    /// <summary>The secret of the session, for the header of each request.</summary>
    public NodeId AuthenticationToken { get; set; }

    /// <summary>The granted timeout in milliseconds.</summary>
    public double RevisedSessionTimeout { get; set; }

    public byte[]? ServerNonce { get; set; }

    public byte[]? ServerCertificate { get; set; }

    public EndpointDescription[] ServerEndpoints { get; set; } = [];

    public SignedSoftwareCertificate[] ServerSoftwareCertificates { get; set; } = [];

    public SignatureData ServerSignature { get; set; }

    /// <summary>The maximum size of a request in bytes; 0 for no limit.</summary>
    public uint MaxRequestMessageSize { get; set; }

    public void Encode(BinaryEncoder encoder)
    {
        Header.Encode(encoder);
        encoder.WriteNodeId(SessionId);
        encoder.WriteNodeId(AuthenticationToken);
        encoder.WriteDouble(RevisedSessionTimeout);
        encoder.WriteByteString(ServerNonce);
        encoder.WriteByteString(ServerCertificate);
        encoder.WriteStructures(ServerEndpoints);
        encoder.WriteStructures(ServerSoftwareCertificates);
        ServerSignature.Encode(encoder);
        encoder.WriteUInt32(MaxRequestMessageSize);
    }

    public void Decode(ref BinaryDecoder decoder)
    {
        Header.Decode(ref decoder);
        SessionId = decoder.ReadNodeId();
        AuthenticationToken = decoder.ReadNodeId();
        RevisedSessionTimeout = decoder.ReadDouble();
        ServerNonce = decoder.ReadByteString();
        ServerCertificate = decoder.ReadByteString();
        ServerEndpoints = decoder.ReadStructures<EndpointDescription>();
        ServerSoftwareCertificates = decoder.ReadStructures<SignedSoftwareCertificate>();
        ServerSignature = SignatureData.Decode(ref decoder);
        MaxRequestMessageSize = decoder.ReadUInt32();
    }
}
