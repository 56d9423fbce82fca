using OpcUa.Protocol.Encoding;

namespace OpcUa.Protocol.Services;

/// <summary>A request or response of a service. On the wire it consists of the id of its encoding, a header and its fields (OPC
/// 10000-4).</summary>
public interface IServiceMessage
{
    /// <summary>The id of the message's binary encoding in namespace 0.</summary>
    uint EncodingId { get; }

    /// <summary>Writes the header and the fields, without the id before them.</summary>
    void Encode(BinaryEncoder encoder);

    /// <summary>Reads the header and the fields into this object, which must be in its initial state.</summary>
    void Decode(ref BinaryDecoder decoder);
}
