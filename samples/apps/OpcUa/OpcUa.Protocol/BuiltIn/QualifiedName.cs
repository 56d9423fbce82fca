namespace OpcUa.Protocol.BuiltIn;

public readonly record struct QualifiedName(ushort NamespaceIndex, string? Name);
