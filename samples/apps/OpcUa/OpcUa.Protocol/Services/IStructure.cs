using OpcUa.Protocol.Encoding;

namespace OpcUa.Protocol.Services;

/// <summary>A structure that appears in messages without a type id, alone or in arrays.</summary>
public interface IStructure<TSelf> where TSelf : IStructure<TSelf>
{
    /// <summary>The minimum number of bytes of the structure; the lengths of arrays are checked with it.</summary>
    static abstract int MinBytes { get; }

    static abstract TSelf Decode(ref BinaryDecoder decoder);

    void Encode(BinaryEncoder encoder);
}
