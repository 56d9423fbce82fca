using OpcUa.Protocol.Encoding;

namespace OpcUa.Protocol.Services;

/// <summary>A request or response of a service: on the wire the id of its encoding, then a header, then its fields (OPC 10000-4).</summary>
public interface IServiceMessage
{
    /// <summary>The number of the id, in namespace 0, of the message's binary encoding.</summary>
    uint EncodingId { get; }

    /// <summary>Writes header and fields, without the id before them.</summary>
    void Encode(BinaryEncoder encoder);

    /// <summary>Reads header and fields into this object, which is as good as new.</summary>
    void Decode(ref BinaryDecoder decoder);
}
