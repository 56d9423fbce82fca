using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;
using Pooling.Encodeables;

namespace OpcUa.Protocol.Notifications;

/// <summary>A pooled structure with its binary encoding.</summary>
public interface IBinaryEncodeable : IPooledEncodeable
{
    /// <summary>The id of the structure's binary encoding, as it stands before the structure in a message.</summary>
    NodeId BinaryEncodingId { get; }

    void Encode(BinaryEncoder encoder);

    /// <summary>Reads all fields into this object, which is as good as new;
    /// what is nested in it is rented through the decoder's scope.</summary>
    void Decode(ref BinaryDecoder decoder);
}
