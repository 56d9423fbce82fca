using OpcUa.Protocol.Encoding;

namespace OpcUa.Protocol.Services.Attributes;

/// <summary>Reads attributes of nodes.</summary>
public sealed class ReadRequest : IServiceRequest
{
    /// <summary>The id of its binary encoding.</summary>
    public const uint Id = 631;

    public uint EncodingId => Id;

    public RequestHeader Header { get; } = new();

    /// <summary>The maximum age of a value, in milliseconds.</summary>
    public double MaxAge { get; set; }

    public TimestampsToReturn TimestampsToReturn { get; set; } = TimestampsToReturn.Both;

    public ReadValueId[] NodesToRead { get; set; } = [];

    public void Encode(BinaryEncoder encoder)
    {
        Header.Encode(encoder);
        encoder.WriteDouble(MaxAge);
        encoder.WriteInt32((int)TimestampsToReturn);
        encoder.WriteStructures(NodesToRead);
    }

    public void Decode(ref BinaryDecoder decoder)
    {
        Header.Decode(ref decoder);
        MaxAge = decoder.ReadDouble();
        TimestampsToReturn = (TimestampsToReturn)decoder.ReadInt32();
        NodesToRead = decoder.ReadStructures<ReadValueId>();
    }
}
