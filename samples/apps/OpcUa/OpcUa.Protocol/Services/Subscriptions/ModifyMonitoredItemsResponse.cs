using OpcUa.Protocol.Encoding;

namespace OpcUa.Protocol.Services.Subscriptions;

/// <summary>The outcome for each item.</summary>
public sealed class ModifyMonitoredItemsResponse : IServiceResponse
{
    /// <summary>The id of its binary encoding.</summary>
    public const uint Id = 766;

    public uint EncodingId => Id;

    public ResponseHeader Header { get; } = new();

    public MonitoredItemModifyResult[] Results { get; set; } = [];

    public void Encode(BinaryEncoder encoder)
    {
        Header.Encode(encoder);
        encoder.WriteStructures(Results);
        encoder.WriteInt32(-1); // no diagnostics
    }

    public void Decode(ref BinaryDecoder decoder)
    {
        Header.Decode(ref decoder);
        Results = decoder.ReadStructures<MonitoredItemModifyResult>();
        decoder.SkipDiagnosticInfos();
    }
}
