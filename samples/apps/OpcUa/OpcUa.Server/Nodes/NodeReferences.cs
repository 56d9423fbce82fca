using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Services.Views;
using OpcUa.Server.Sessions;

namespace OpcUa.Server.Nodes;

/// <summary>Finds the references of a node: to its type, its parent and its children, in this order.</summary>
internal static class NodeReferences
{
    private const int BeforeChildren = 2;

    /// <summary>Adds references to a list.</summary>
    /// <param name="place">The position, and the references to return.</param>
    /// <param name="most">The maximum number of references to add.</param>
    /// <param name="found">The list.</param>
    /// <returns>The position at which to continue; -1 if the result is complete.</returns>
    public static int Find(BrowsePlace place, int most, List<ReferenceDescription> found)
    {
        Node node = place.Node;
        BrowseDescription wanted = place.Description;
        for (int i = place.Next; i < BeforeChildren + node.Children.Count; i++)
        {
            if (TryMake(node, i, in wanted) is not { } reference)
                continue;

            if (found.Count >= most)
                return i;

            found.Add(reference);
        }

        return -1;
    }

    private static ReferenceDescription? TryMake(Node node, int index, in BrowseDescription wanted) => index switch
    {
        0 => TryMakeType(node, in wanted),
        1 => node.Parent is null ? null : TryMake(node.Parent, node.ParentReference, isForward: false, in wanted),
        _ => TryMakeChild(node.Children[index - BeforeChildren], in wanted),
    };

    private static ReferenceDescription? TryMakeChild(Node child, in BrowseDescription wanted) =>
        TryMake(child, child.ParentReference, isForward: true, in wanted);

    private static ReferenceDescription? TryMake(Node other, NodeId type, bool isForward, in BrowseDescription wanted)
    {
        BrowseDirection skipped = isForward ? BrowseDirection.Inverse : BrowseDirection.Forward;
        if (wanted.BrowseDirection == skipped || !NodeIds.IsReferenceOf(type, wanted.ReferenceTypeId, wanted.IncludeSubtypes))
            return null;

        if (wanted.NodeClassMask != 0 && (wanted.NodeClassMask & (uint)other.Class) == 0)
            return null;

        string name = other.Name; // once, since it may be built from a number
        return new ReferenceDescription(
            type, isForward, new ExpandedNodeId(other.Id), new QualifiedName(other.Id.NamespaceIndex, name),
            new LocalizedText(null, name), (uint)other.Class,
            new ExpandedNodeId(other.TypeDefinition));
    }

    private static ReferenceDescription? TryMakeType(Node node, in BrowseDescription wanted)
    {
        uint nodeClass = (uint)(node.Class == NodeClass.Object ? NodeClass.ObjectType : NodeClass.VariableType);
        if (node.TypeDefinition == default || wanted.BrowseDirection == BrowseDirection.Inverse
            || !NodeIds.IsReferenceOf(NodeIds.HasTypeDefinition, wanted.ReferenceTypeId, wanted.IncludeSubtypes)
            || (wanted.NodeClassMask != 0 && (wanted.NodeClassMask & nodeClass) == 0))
        {
            return null;
        }

        string name = StandardTypes.NameOf(node.TypeDefinition);
        return new ReferenceDescription(
            NodeIds.HasTypeDefinition, true, new ExpandedNodeId(node.TypeDefinition), new QualifiedName(0, name),
            new LocalizedText(null, name), nodeClass, default);
    }
}
