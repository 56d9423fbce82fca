using OpcUa.Protocol.Encoding;

namespace OpcUa.Protocol.Services.Subscriptions;

/// <summary>The outcome for each item, in the order of the request.</summary>
public sealed class CreateMonitoredItemsResponse : IServiceResponse
{
    /// <summary>The id of its binary encoding.</summary>
    public const uint Id = 754;

    public uint EncodingId => Id;

    public ResponseHeader Header { get; } = new();

    public MonitoredItemCreateResult[] Results { get; set; } = [];

    public void Encode(BinaryEncoder encoder)
    {
        Header.Encode(encoder);
        encoder.WriteStructures(Results);
        encoder.WriteInt32(-1); // no diagnostics
    }

    public void Decode(ref BinaryDecoder decoder)
    {
        Header.Decode(ref decoder);
        Results = decoder.ReadStructures<MonitoredItemCreateResult>();
        decoder.SkipDiagnosticInfos();
    }
}
