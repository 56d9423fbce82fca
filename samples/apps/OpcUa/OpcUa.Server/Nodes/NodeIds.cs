using OpcUa.Protocol.BuiltIn;

namespace OpcUa.Server.Nodes;

/// <summary>The standard ids of the nodes that this server supports (OPC 10000-6, A.3).</summary>
internal static class NodeIds
{
    public static readonly NodeId References = new(31);
    public static readonly NodeId NonHierarchicalReferences = new(32);
    public static readonly NodeId HierarchicalReferences = new(33);
    public static readonly NodeId HasChild = new(34);
    public static readonly NodeId Organizes = new(35);
    public static readonly NodeId HasTypeDefinition = new(40);
    public static readonly NodeId Aggregates = new(44);
    public static readonly NodeId HasSubtype = new(45);
    public static readonly NodeId HasProperty = new(46);
    public static readonly NodeId HasComponent = new(47);
    public static readonly NodeId FolderType = new(61);
    public static readonly NodeId BaseDataVariableType = new(63);
    public static readonly NodeId PropertyType = new(68);
    public static readonly NodeId BaseDataType = new(24);
    public static readonly NodeId ServerType = new(2004);
    public static readonly NodeId ServerStatusType = new(2138);
    public static readonly NodeId ServerCapabilitiesType = new(2013);
    public static readonly NodeId OperationLimitsType = new(11564);
    public static readonly NodeId RootFolder = new(84);
    public static readonly NodeId ObjectsFolder = new(85);
    public static readonly NodeId TypesFolder = new(86);
    public static readonly NodeId Server = new(2253);
    public static readonly NodeId ServerArray = new(2254);
    public static readonly NodeId NamespaceArray = new(2255);
    public static readonly NodeId ServerStatus = new(2256);
    public static readonly NodeId CurrentTime = new(2258);
    public static readonly NodeId ServerState = new(2259);
    public static readonly NodeId ServerCapabilities = new(2268);
    public static readonly NodeId OperationLimits = new(11704);
    public static readonly NodeId MaxNodesPerRead = new(11705);
    public static readonly NodeId MaxNodesPerWrite = new(11707);
    public static readonly NodeId MaxNodesPerBrowse = new(11710);
    public static readonly NodeId MaxMonitoredItemsPerCall = new(11714);

    /// <summary>Returns whether a reference has a type, or one of its subtypes.</summary>
    public static bool IsReferenceOf(NodeId reference, NodeId type, bool includeSubtypes)
    {
        if (type == default || reference == type)
            return true;

        for (NodeId? above = Above(reference); includeSubtypes && above is { } up; above = Above(up))
        {
            if (up == type)
                return true;
        }

        return false;
    }

    private static NodeId? Above(NodeId type) => type.Number switch
    {
        32 or 33 => References,
        34 or 35 => HierarchicalReferences,
        40 => NonHierarchicalReferences,
        44 or 45 => HasChild,
        46 or 47 => Aggregates,
        _ => null,
    };
}
