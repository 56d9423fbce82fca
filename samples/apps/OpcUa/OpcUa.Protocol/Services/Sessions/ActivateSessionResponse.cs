using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;

namespace OpcUa.Protocol.Services.Sessions;

/// <summary>Confirms that a session is activated.</summary>
public sealed class ActivateSessionResponse : IServiceResponse
{
    /// <summary>The id of its binary encoding.</summary>
    public const uint Id = 470;

    public uint EncodingId => Id;

    public ResponseHeader Header { get; } = new();

    public byte[]? ServerNonce { get; set; }

    public StatusCode[] Results { get; set; } = [];

    public void Encode(BinaryEncoder encoder)
    {
        Header.Encode(encoder);
        encoder.WriteByteString(ServerNonce);
        encoder.WriteStatusCodes(Results);
        encoder.WriteInt32(-1); // no diagnostics
    }

    public void Decode(ref BinaryDecoder decoder)
    {
        Header.Decode(ref decoder);
        ServerNonce = decoder.ReadByteString();
        Results = decoder.ReadStatusCodes();
        decoder.SkipDiagnosticInfos();
    }
}
