using OpcUa.Protocol.Encoding;

namespace OpcUa.Protocol.Services.Sessions;

/// <summary>Confirms that a session is closed.</summary>
public sealed class CloseSessionResponse : IServiceResponse
{
    /// <summary>The id of its binary encoding.</summary>
    public const uint Id = 476;

    public uint EncodingId => Id;

    public ResponseHeader Header { get; } = new();

    public void Encode(BinaryEncoder encoder)
    {
        Header.Encode(encoder);
    }

    public void Decode(ref BinaryDecoder decoder)
    {
        Header.Decode(ref decoder);
    }
}
