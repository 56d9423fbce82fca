using OpcUa.Protocol.Encoding;

namespace OpcUa.Protocol.Services.Attributes;

/// <summary>Writes attributes of nodes.</summary>
public sealed class WriteRequest : IServiceRequest
{
    /// <summary>The id of its binary encoding.</summary>
    public const uint Id = 673;

    public uint EncodingId => Id;

    public RequestHeader Header { get; } = new();

    public WriteValue[] NodesToWrite { get; set; } = [];

    public void Encode(BinaryEncoder encoder)
    {
        Header.Encode(encoder);
        encoder.WriteStructures(NodesToWrite);
    }

    public void Decode(ref BinaryDecoder decoder)
    {
        Header.Decode(ref decoder);
        NodesToWrite = decoder.ReadStructures<WriteValue>();
    }
}
