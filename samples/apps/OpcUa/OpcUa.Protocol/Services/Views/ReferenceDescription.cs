using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;

namespace OpcUa.Protocol.Services.Views;

/// <summary>A reference and its target node.</summary>
public readonly record struct ReferenceDescription(
    NodeId ReferenceTypeId,
    bool IsForward,
    ExpandedNodeId NodeId,
    QualifiedName BrowseName,
    LocalizedText DisplayName,
    uint NodeClass,
    ExpandedNodeId TypeDefinition) : IStructure<ReferenceDescription>
{
    public static int MinBytes => 18;

    public static ReferenceDescription Decode(ref BinaryDecoder decoder) => new(
        decoder.ReadNodeId(),
        decoder.ReadBoolean(),
        decoder.ReadExpandedNodeId(),
        decoder.ReadQualifiedName(),
        decoder.ReadLocalizedText(),
        decoder.ReadUInt32(),
        decoder.ReadExpandedNodeId());

    public void Encode(BinaryEncoder encoder)
    {
        encoder.WriteNodeId(ReferenceTypeId);
        encoder.WriteBoolean(IsForward);
        encoder.WriteExpandedNodeId(NodeId);
        encoder.WriteQualifiedName(BrowseName);
        encoder.WriteLocalizedText(DisplayName);
        encoder.WriteUInt32(NodeClass);
        encoder.WriteExpandedNodeId(TypeDefinition);
    }
}
