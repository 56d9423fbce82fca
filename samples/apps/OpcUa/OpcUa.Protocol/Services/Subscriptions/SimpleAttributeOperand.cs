using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;
using OpcUa.Protocol.Services.Attributes;

namespace OpcUa.Protocol.Services.Subscriptions;

/// <summary>A field of an event.</summary>
/// <param name="TypeDefinitionId">The type of event that has the field. Events of other types report <see langword="null"/>.</param>
/// <param name="BrowsePath">The path from the type to the field.</param>
/// <param name="AttributeId">The attribute of the field.</param>
/// <param name="IndexRange">The range of an array, or <see langword="null"/> for the whole value.</param>
public readonly record struct SimpleAttributeOperand(
    NodeId TypeDefinitionId,
    QualifiedName[] BrowsePath,
    uint AttributeId = AttributeIds.Value,
    string? IndexRange = null) : IStructure<SimpleAttributeOperand>
{
    public static int MinBytes => 14;

    public static SimpleAttributeOperand Decode(ref BinaryDecoder decoder)
    {
        NodeId type = decoder.ReadNodeId();
        var path = new QualifiedName[Math.Max(0, decoder.ReadArrayLength(minBytes: 6))];
        for (int i = 0; i < path.Length; i++)
            path[i] = decoder.ReadQualifiedName();

        return new SimpleAttributeOperand(type, path, decoder.ReadUInt32(), decoder.ReadString());
    }

    public void Encode(BinaryEncoder encoder)
    {
        encoder.WriteNodeId(TypeDefinitionId);
        encoder.WriteInt32(BrowsePath?.Length ?? -1);
        foreach (QualifiedName name in BrowsePath ?? [])
            encoder.WriteQualifiedName(name);

        encoder.WriteUInt32(AttributeId);
        encoder.WriteString(IndexRange);
    }
}
