using OpcUa.Protocol.Encoding;

namespace OpcUa.Protocol.Services.Sessions;

/// <summary>Creates a session. Activate it with an <see cref="ActivateSessionRequest"/>.</summary>
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

    /// <summary>The client's nonce of 32 to 128 bytes; null without security.</summary>
    public byte[]? ClientNonce { get; set; }

    public byte[]? ClientCertificate { get; set; }

    /// <summary>The requested timeout in milliseconds.</summary>
    public double RequestedSessionTimeout { get; set; }

    /// <summary>The maximum size of a response in bytes; 0 for no limit.</summary>
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
