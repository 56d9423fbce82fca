using OpcUa.Protocol.Encoding;

namespace OpcUa.Protocol.Services.Channels;

/// <summary>Closes a secure channel. It has no response.</summary>
public sealed class CloseSecureChannelRequest : IServiceRequest
{
    /// <summary>The id of its binary encoding.</summary>
    public const uint Id = 452;

    public uint EncodingId => Id;

    public RequestHeader Header { get; } = new();

    public void Encode(BinaryEncoder encoder)
    {
        Header.Encode(encoder);
    }

    public void Decode(ref BinaryDecoder decoder)
    {
        Header.Decode(ref decoder);
    }
}
