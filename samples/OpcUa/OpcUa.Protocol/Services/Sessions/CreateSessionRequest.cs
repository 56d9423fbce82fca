using OpcUa.Protocol.Encoding;

namespace OpcUa.Protocol.Services.Sessions;

/// <summary>Creates a session, which <see cref="ActivateSessionRequest"/> makes usable.</summary>
public sealed class CreateSessionRequest : IServiceRequest
{
    /// <summary>The id of its binary encoding.</summary>
    public const uint Id = 461;

    public uint EncodingId => Id;

    public RequestHeader Header { get; } = new();

    public ApplicationDescription ClientDescription { get; set; } = new();

    public string? ServerUri { get; set; }

    public string? EndpointUrl { get; set; }

    public string? SessionName { get; set; }

    /// <summary>Null without security; else 32 to 128 bytes.</summary>
    public byte[]? ClientNonce { get; set; }

    public byte[]? ClientCertificate { get; set; }

    /// <summary>In milliseconds.</summary>
    public double RequestedSessionTimeout { get; set; }

    /// <summary>In bytes; 0 for no limit.</summary>
    public uint MaxResponseMessageSize { get; set; }

    public void Encode(BinaryEncoder encoder)
    {
        Header.Encode(encoder);
        ClientDescription.Encode(encoder);
        encoder.WriteString(ServerUri);
        encoder.WriteString(EndpointUrl);
        encoder.WriteString(SessionName);
        encoder.WriteByteString(ClientNonce);
        encoder.WriteByteString(ClientCertificate);
        encoder.WriteDouble(RequestedSessionTimeout);
        encoder.WriteUInt32(MaxResponseMessageSize);
    }

    public void Decode(ref BinaryDecoder decoder)
    {
        Header.Decode(ref decoder);
        ClientDescription = ApplicationDescription.Decode(ref decoder);
        ServerUri = decoder.ReadString();
        EndpointUrl = decoder.ReadString();
        SessionName = decoder.ReadString();
        ClientNonce = decoder.ReadByteString();
        ClientCertificate = decoder.ReadByteString();
        RequestedSessionTimeout = decoder.ReadDouble();
        MaxResponseMessageSize = decoder.ReadUInt32();
    }
}
