namespace OpcUa.Protocol.BuiltIn;

/// <summary>The id of a node: a namespace, and a number, a string, a Guid or opaque bytes. The default value is the null node id.</summary>
public readonly struct NodeId : IEquatable<NodeId>
{
    private readonly object? _identifier; // string, boxed Guid or byte[]; null for a number

    public NodeId(uint number, ushort namespaceIndex = 0) => (Number, NamespaceIndex) = (number, namespaceIndex);

    public NodeId(string? text, ushort namespaceIndex = 0) =>
        (Kind, _identifier, NamespaceIndex) = (NodeIdKind.String, text, namespaceIndex);

    public NodeId(Guid guid, ushort namespaceIndex = 0) => (Kind, _identifier, NamespaceIndex) = (NodeIdKind.Guid, guid, namespaceIndex);

    public NodeId(byte[]? bytes, ushort namespaceIndex = 0) =>
        (Kind, _identifier, NamespaceIndex) = (NodeIdKind.Opaque, bytes, namespaceIndex);

    public NodeIdKind Kind { get; }

    public ushort NamespaceIndex { get; }

    /// <summary>The number of a numeric id; 0 for any other id.</summary>
    public uint Number { get; }

    /// <summary>The string of a string id; <see langword="null"/> for any other id.</summary>
    public string? Text => _identifier as string;

    /// <summary>The Guid of a Guid id; all zeros for any other id.</summary>
    public Guid Guid => _identifier is Guid guid ? guid : default;

    /// <summary>The bytes of an opaque id; <see langword="null"/> for any other id.</summary>
    public byte[]? Bytes => _identifier as byte[];

    public static bool operator ==(NodeId left, NodeId right) => left.Equals(right);

    public static bool operator !=(NodeId left, NodeId right) => !left.Equals(right);

    public bool Equals(NodeId other) =>
        Kind == other.Kind && Number == other.Number && NamespaceIndex == other.NamespaceIndex
        && (_identifier is byte[] bytes
            ? other._identifier is byte[] otherBytes && bytes.AsSpan().SequenceEqual(otherBytes)
            : Equals(_identifier, other._identifier));

    public override bool Equals(object? obj) => obj is NodeId other && Equals(other);

    public override int GetHashCode()
    {
        var hash = new HashCode();
        hash.Add(Kind);
        hash.Add(NamespaceIndex);
        hash.Add(Number);
        if (_identifier is byte[] bytes)
            hash.AddBytes(bytes);
        else
            hash.Add(_identifier);

        return hash.ToHashCode();
    }

    public override string ToString()
    {
        string identifier = Kind switch
        {
            NodeIdKind.String => $"s={Text}",
            NodeIdKind.Guid => $"g={Guid}",
            NodeIdKind.Opaque => $"b={Convert.ToBase64String(Bytes ?? [])}",
            _ => $"i={Number}",
        };
        return NamespaceIndex == 0 ? identifier : $"ns={NamespaceIndex};{identifier}";
    }
}
