using OpcUa.Protocol.BuiltIn;

namespace OpcUa.Server.Nodes;

/// <summary>A node of the address space. Nodes are never changed once they can be found.</summary>
internal sealed class Node
{
    private readonly string? _name;
    private readonly List<Node> _children = [];

    /// <param name="id">Its id.</param>
    /// <param name="name">Its name; <see langword="null"/> for one that is made of the number of its id.</param>
    public Node(NodeId id, string? name) => (Id, _name) = (id, name);

    public NodeId Id { get; }

    public string Name => _name ?? $"Variable{Id.Number}";

    public NodeClass Class { get; init; } = NodeClass.Object;

    public NodeId TypeDefinition { get; init; } = NodeIds.FolderType;

    public BuiltInType DataType { get; init; }

    public bool IsArray { get; init; }

    public bool IsWritable { get; init; }

    /// <summary>The value of a variable.</summary>
    public IValueSource? Source { get; init; }

    /// <summary>The node that has this one.</summary>
    public Node? Parent { get; private set; }

    /// <summary>How the parent refers to it.</summary>
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
