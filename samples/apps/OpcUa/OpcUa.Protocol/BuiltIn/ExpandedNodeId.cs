namespace OpcUa.Protocol.BuiltIn;

/// <summary>A node id that may specify its namespace by URI, and its server.</summary>
public readonly record struct ExpandedNodeId(NodeId NodeId, string? NamespaceUri = null, uint ServerIndex = 0);
