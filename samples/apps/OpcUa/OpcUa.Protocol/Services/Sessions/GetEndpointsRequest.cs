using OpcUa.Protocol.Encoding;

namespace OpcUa.Protocol.Services.Sessions;

/// <summary>Requests the endpoints of a server. No session is needed.</summary>
public sealed class GetEndpointsRequest : IServiceRequest
{
    /// <summary>The id of its binary encoding.</summary>
    public const uint Id = 428;

    public uint EncodingId => Id;

    public RequestHeader Header { get; } = new();

    public string? EndpointUrl { get; set; }

    public string?[] LocaleIds { get; set; } = [];

    public string?[] ProfileUris { get; set; } = [];

    public void Encode(BinaryEncoder encoder)
    {
        Header.Encode(encoder);
        encoder.WriteString(EndpointUrl);
        encoder.WriteStrings(LocaleIds);
        encoder.WriteStrings(ProfileUris);
    }

    public void Decode(ref BinaryDecoder decoder)
    {
        Header.Decode(ref decoder);
        EndpointUrl = decoder.ReadString();
        LocaleIds = decoder.ReadStrings();
        ProfileUris = decoder.ReadStrings();
    }
}
