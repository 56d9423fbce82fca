using OpcUa.Protocol.Encoding;

namespace OpcUa.Protocol.Services.Views;

/// <summary>The results, in the order of the request.</summary>
public sealed class BrowseNextResponse : IServiceResponse
{
    /// <summary>The id of its binary encoding.</summary>
    public const uint Id = 536;

    public uint EncodingId => Id;

    public ResponseHeader Header { get; } = new();

    public BrowseResult[] Results { get; set; } = [];

    public void Encode(BinaryEncoder encoder)
    {
        Header.Encode(encoder);
        encoder.WriteStructures(Results);
        encoder.WriteInt32(-1); // no diagnostics
    }

    public void Decode(ref BinaryDecoder decoder)
    {
        Header.Decode(ref decoder);
        Results = decoder.ReadStructures<BrowseResult>();
        decoder.SkipDiagnosticInfos();
    }
}
