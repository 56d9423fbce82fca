using OpcUa.Protocol.BuiltIn;

namespace OpcUa.Server.Nodes;

/// <summary>A node of the address space. Nodes do not change after they have been added.</summary>
internal sealed class Node
{
    private readonly string? _name;
    private readonly List<Node> _children = [];

    /// <param name="id">The id of the node.</param>
    /// <param name="name">The name of the node, or <see langword="null"/> for a name built from the number of its id.</param>
    public Node(NodeId id, string? name) => (Id, _name) = (id, name);

    public NodeId Id { get; }

    public string Name => _name ?? $"Variable{Id.Number}";

    public NodeClass Class { get; init; } = NodeClass.Object;

    /// <summary>The type of an object or variable.</summary>
    public NodeId TypeDefinition { get; init; } = NodeIds.FolderType;

    /// <summary>Whether a type has no instances, only derived types.</summary>
    public bool IsAbstract { get; init; }

    public BuiltInType DataType { get; init; }

    public bool IsArray { get; init; }

    public bool IsWritable { get; init; }

    /// <summary>The value of a variable.</summary>
    public IValueSource? Source { get; init; }

    /// <summary>The parent node.</summary>
    public Node? Parent { get; private set; }

    /// <summary>The type of the parent's reference to this node.</summary>
    public NodeId ParentReference { get; private set; }

    public IReadOnlyList<Node> Children => _children;

    public QualifiedName BrowseName => new(Id.NamespaceIndex, Name);

    public LocalizedText DisplayName => new(null, Name);

    public Node Add(NodeId reference, Node child)
    {
        child.Parent = this;
        child.ParentReference = reference;
        _children.Add(child);
        return child;
    }
}
