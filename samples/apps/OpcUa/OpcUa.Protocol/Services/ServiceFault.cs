using OpcUa.Protocol.Encoding;

namespace OpcUa.Protocol.Services;

/// <summary>The response to a request that failed; the header holds the reason.</summary>
public sealed class ServiceFault : IServiceResponse
{
    /// <summary>The id of its binary encoding.</summary>
    public const uint Id = 397;

    public uint EncodingId => Id;

    public ResponseHeader Header { get; } = new();

    public void Encode(BinaryEncoder encoder) => Header.Encode(encoder);

    public void Decode(ref BinaryDecoder decoder) => Header.Decode(ref decoder);
}
