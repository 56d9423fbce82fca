using OpcUa.Protocol.Encoding;

namespace OpcUa.Protocol.Services.Views;

/// <summary>Continues browses.</summary>
public sealed class BrowseNextRequest : IServiceRequest
{
    /// <summary>The id of its binary encoding.</summary>
    public const uint Id = 533;

    public uint EncodingId => Id;

    public RequestHeader Header { get; } = new();

    /// <summary>Whether to release the continuation points instead.</summary>
    public bool ReleaseContinuationPoints { get; set; }

    public byte[]?[] ContinuationPoints { get; set; } = [];

    public void Encode(BinaryEncoder encoder)
    {
        Header.Encode(encoder);
        encoder.WriteBoolean(ReleaseContinuationPoints);
        encoder.WriteByteStrings(ContinuationPoints);
    }

    public void Decode(ref BinaryDecoder decoder)
    {
        Header.Decode(ref decoder);
        ReleaseContinuationPoints = decoder.ReadBoolean();
        ContinuationPoints = decoder.ReadByteStrings();
    }
}
