using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;

namespace OpcUa.Protocol.Services.Views;

/// <summary>A node to browse, and the references to return.</summary>
/// <param name="ReferenceTypeId">The type of the references to return; null for references of any type.</param>
/// <param name="NodeClassMask">The classes of the nodes to return, as bits; 0 for nodes of any class.</param>
/// <param name="ResultMask">The fields to return; 63 for all.</param>
public readonly record struct BrowseDescription(
    NodeId NodeId,
    BrowseDirection BrowseDirection = BrowseDirection.Forward,
    NodeId ReferenceTypeId = default,
    bool IncludeSubtypes = true,
    uint NodeClassMask = 0,
    uint ResultMask = 63) : IStructure<BrowseDescription>
{
    public static int MinBytes => 17;

    public static BrowseDescription Decode(ref BinaryDecoder decoder) => new(
        decoder.ReadNodeId(),
        (BrowseDirection)decoder.ReadInt32(),
        decoder.ReadNodeId(),
        decoder.ReadBoolean(),
        decoder.ReadUInt32(),
        decoder.ReadUInt32());

    public void Encode(BinaryEncoder encoder)
    {
        encoder.WriteNodeId(NodeId);
        encoder.WriteInt32((int)BrowseDirection);
        encoder.WriteNodeId(ReferenceTypeId);
        encoder.WriteBoolean(IncludeSubtypes);
        encoder.WriteUInt32(NodeClassMask);
        encoder.WriteUInt32(ResultMask);
    }
}
