using OpcUa.Protocol.Encoding;

namespace OpcUa.Protocol.Services.Sessions;

/// <summary>Closes a session.</summary>
public sealed class CloseSessionRequest : IServiceRequest
{
    /// <summary>The id of its binary encoding.</summary>
    public const uint Id = 473;

    public uint EncodingId => Id;

    public RequestHeader Header { get; } = new();

    public bool DeleteSubscriptions { get; set; } = true;

    public void Encode(BinaryEncoder encoder)
    {
        Header.Encode(encoder);
        encoder.WriteBoolean(DeleteSubscriptions);
    }

    public void Decode(ref BinaryDecoder decoder)
    {
        Header.Decode(ref decoder);
        DeleteSubscriptions = decoder.ReadBoolean();
    }
}
