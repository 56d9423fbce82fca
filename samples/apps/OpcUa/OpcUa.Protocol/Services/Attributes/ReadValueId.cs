using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;

namespace OpcUa.Protocol.Services.Attributes;

/// <summary>An attribute of a node.</summary>
public readonly record struct ReadValueId(
    NodeId NodeId,
    uint AttributeId = AttributeIds.Value,
    string? IndexRange = null,
    QualifiedName DataEncoding = default) : IStructure<ReadValueId>
{
    public static int MinBytes => 16;

    public static ReadValueId Decode(ref BinaryDecoder decoder) => new(
        decoder.ReadNodeId(),
        decoder.ReadUInt32(),
        decoder.ReadString(),
        decoder.ReadQualifiedName());

    public void Encode(BinaryEncoder encoder)
    {
        encoder.WriteNodeId(NodeId);
        encoder.WriteUInt32(AttributeId);
        encoder.WriteString(IndexRange);
        encoder.WriteQualifiedName(DataEncoding);
    }
}
