using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;

namespace OpcUa.Protocol.Services.Attributes;

/// <summary>The values that were read, in the order of the request.</summary>
public sealed class ReadResponse : IServiceResponse
{
    /// <summary>The id of its binary encoding.</summary>
    public const uint Id = 634;

    public uint EncodingId => Id;

    public ResponseHeader Header { get; } = new();

    public DataValue[] Results { get; set; } = [];

    public void Encode(BinaryEncoder encoder)
    {
        Header.Encode(encoder);
        encoder.WriteDataValues(Results);
        encoder.WriteInt32(-1); // no diagnostics
    }

    public void Decode(ref BinaryDecoder decoder)
    {
        Header.Decode(ref decoder);
        Results = decoder.ReadDataValues();
        decoder.SkipDiagnosticInfos();
    }
}
