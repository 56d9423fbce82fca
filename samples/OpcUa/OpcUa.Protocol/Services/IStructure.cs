using OpcUa.Protocol.Encoding;

namespace OpcUa.Protocol.Services;

/// <summary>A structure that stands in messages without a type id, alone or in arrays.</summary>
public interface IStructure<TSelf> where TSelf : IStructure<TSelf>
{
    /// <summary>The fewest bytes that the structure takes: a claimed length of an array is judged by it.</summary>
    static abstract int LeastBytes { get; }

    static abstract TSelf Decode(ref BinaryDecoder decoder);

    void Encode(BinaryEncoder encoder);
}
