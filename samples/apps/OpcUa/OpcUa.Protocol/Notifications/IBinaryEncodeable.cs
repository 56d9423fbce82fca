using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;
using Pooling.Encodeables;

namespace OpcUa.Protocol.Notifications;

/// <summary>A pooled structure with its binary encoding.</summary>
public interface IBinaryEncodeable : IPooledEncodeable
{
    /// <summary>The id of the structure's binary encoding, which precedes the structure in a message.</summary>
    NodeId BinaryEncodingId { get; }

    void Encode(BinaryEncoder encoder);

    /// <summary>Reads all fields into this object, which must be in its initial state.
    /// Nested objects are rented through the decoder's scope.</summary>
    void Decode(ref BinaryDecoder decoder);
}
