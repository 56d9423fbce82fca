using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Services.Attributes;

namespace OpcUa.Server.Nodes;

/// <summary>Reads attributes of nodes.</summary>
internal static class NodeAttributes
{
    private const int AnyRank = -2;
    private const byte ReadAccess = 1;
    private const byte WriteAccess = 2;

    public static DataValue Read(Node node, uint attribute)
    {
        if (attribute == AttributeIds.Value && node.Source is not null)
            return node.Source.Read();

        bool isVariable = node.Class == NodeClass.Variable;
        bool isType = node.Class is not (NodeClass.Object or NodeClass.Variable);
        Variant? value = attribute switch
        {
            AttributeIds.NodeId => Variant.From(node.Id),
            AttributeIds.NodeClass => (int)node.Class,
            AttributeIds.BrowseName => Variant.From(node.BrowseName),
            AttributeIds.DisplayName => Variant.From(node.DisplayName),
            AttributeIds.Description => Variant.From(default(LocalizedText)),
            AttributeIds.WriteMask or AttributeIds.UserWriteMask => 0u,
            AttributeIds.EventNotifier when node.Class == NodeClass.Object => Variant.From((byte)0),
            AttributeIds.DataType when isVariable => Variant.From(new NodeId((uint)node.DataType)),
            AttributeIds.DataType when node.Class == NodeClass.VariableType => Variant.From(NodeIds.BaseDataType),
            AttributeIds.ValueRank when node.Class == NodeClass.VariableType => AnyRank,
            AttributeIds.IsAbstract when isType => node.IsAbstract,
            AttributeIds.Symmetric when node.Class == NodeClass.ReferenceType => false,
            AttributeIds.ValueRank when isVariable => node.IsArray ? 1 : -1,
            AttributeIds.ArrayDimensions when isVariable && node.IsArray => Variant.FromArray(new uint[1]),
            AttributeIds.AccessLevel or AttributeIds.UserAccessLevel when isVariable =>
                Variant.From((byte)(ReadAccess | (node.IsWritable ? WriteAccess : 0))),
            AttributeIds.MinimumSamplingInterval when isVariable => 0.0,
            AttributeIds.Historizing when isVariable => false,
            _ => default(Variant?),
        };
        return value is { } found ? new DataValue(found) : new DataValue(default, StatusCodes.BadAttributeIdInvalid);
    }
}
