using OpcUa.Protocol.Encoding;

namespace OpcUa.Protocol.Services.Sessions;

/// <summary>Returns the endpoints of a server.</summary>
public sealed class GetEndpointsResponse : IServiceResponse
{
    /// <summary>The id of its binary encoding.</summary>
    public const uint Id = 431;

    public uint EncodingId => Id;

    public ResponseHeader Header { get; } = new();

    public EndpointDescription[] Endpoints { get; set; } = [];

    public void Encode(BinaryEncoder encoder)
    {
        Header.Encode(encoder);
        encoder.WriteStructures(Endpoints);
    }

    public void Decode(ref BinaryDecoder decoder)
    {
        Header.Decode(ref decoder);
        Endpoints = decoder.ReadStructures<EndpointDescription>();
    }
}
