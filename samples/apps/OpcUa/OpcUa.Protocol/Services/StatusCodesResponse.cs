using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;

namespace OpcUa.Protocol.Services;

/// <summary>A response that consists of a status for each operation of its request, in the same order.</summary>
/// <param name="encodingId">The id of its binary encoding.</param>
public abstract class StatusCodesResponse(uint encodingId) : IServiceResponse
{
    public uint EncodingId => encodingId;

    public ResponseHeader Header { get; } = new();

    public StatusCode[] Results { get; set; } = [];

    public void Encode(BinaryEncoder encoder)
    {
        Header.Encode(encoder);
        encoder.WriteStatusCodes(Results);
        encoder.WriteInt32(-1); // no diagnostics
    }

    public void Decode(ref BinaryDecoder decoder)
    {
        Header.Decode(ref decoder);
        Results = decoder.ReadStatusCodes();
        decoder.SkipDiagnosticInfos();
    }
}
