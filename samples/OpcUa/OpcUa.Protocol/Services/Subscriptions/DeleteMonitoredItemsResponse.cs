using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;

namespace OpcUa.Protocol.Services.Subscriptions;

/// <summary>What became of each item, in the order of the request.</summary>
public sealed class DeleteMonitoredItemsResponse : IServiceResponse
{
    /// <summary>The id of its binary encoding.</summary>
    public const uint Id = 784;

    public uint EncodingId => Id;

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
