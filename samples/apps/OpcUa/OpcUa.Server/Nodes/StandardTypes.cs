using OpcUa.Protocol.BuiltIn;

namespace OpcUa.Server.Nodes;

/// <summary>The folder of types, with the standard types that the nodes of this server have (OPC 10000-5).</summary>
internal static class StandardTypes
{
    // Each type with its parent: a folder, or the type that it is derived from. A parent comes before its children.
    private static readonly (uint Id, string Name, uint Above, NodeClass Class, bool IsAbstract)[] s_types =
    [
        (58, "BaseObjectType", 88, NodeClass.ObjectType, false),
        (61, "FolderType", 58, NodeClass.ObjectType, false),
        (2004, "ServerType", 58, NodeClass.ObjectType, false),
        (2013, "ServerCapabilitiesType", 58, NodeClass.ObjectType, false),
        (11564, "OperationLimitsType", 61, NodeClass.ObjectType, false),
        (62, "BaseVariableType", 89, NodeClass.VariableType, true),
        (63, "BaseDataVariableType", 62, NodeClass.VariableType, false),
        (68, "PropertyType", 62, NodeClass.VariableType, false),
        (2138, "ServerStatusType", 63, NodeClass.VariableType, false),
        (24, "BaseDataType", 90, NodeClass.DataType, true),
        (1, "Boolean", 24, NodeClass.DataType, false),
        (12, "String", 24, NodeClass.DataType, false),
        (13, "DateTime", 24, NodeClass.DataType, false),
        (22, "Structure", 24, NodeClass.DataType, true),
        (26, "Number", 24, NodeClass.DataType, true),
        (11, "Double", 26, NodeClass.DataType, false),
        (27, "Integer", 26, NodeClass.DataType, true),
        (6, "Int32", 27, NodeClass.DataType, false),
        (28, "UInteger", 26, NodeClass.DataType, true),
        (7, "UInt32", 28, NodeClass.DataType, false),
        (31, "References", 91, NodeClass.ReferenceType, true),
        (32, "NonHierarchicalReferences", 31, NodeClass.ReferenceType, true),
        (33, "HierarchicalReferences", 31, NodeClass.ReferenceType, true),
        (34, "HasChild", 33, NodeClass.ReferenceType, true),
        (35, "Organizes", 33, NodeClass.ReferenceType, false),
        (40, "HasTypeDefinition", 32, NodeClass.ReferenceType, false),
        (44, "Aggregates", 34, NodeClass.ReferenceType, true),
        (45, "HasSubtype", 34, NodeClass.ReferenceType, false),
        (46, "HasProperty", 44, NodeClass.ReferenceType, false),
        (47, "HasComponent", 44, NodeClass.ReferenceType, false),
    ];

    /// <summary>Returns the name of a type of objects or variables.</summary>
    public static string NameOf(NodeId type) => Array.Find(s_types, known => known.Id == type.Number).Name;

    /// <summary>Adds the folder and all types below the root.</summary>
    /// <param name="root">The root of the address space.</param>
    /// <param name="nodes">Finds nodes by their ids; the new ones are added.</param>
    public static void AddTo(Node root, Dictionary<NodeId, Node> nodes)
    {
        Node types = Add(root, NodeIds.Organizes, new Node(NodeIds.TypesFolder, "Types"));
        Add(types, NodeIds.Organizes, new Node(new NodeId(88), "ObjectTypes"));
        Add(types, NodeIds.Organizes, new Node(new NodeId(89), "VariableTypes"));
        Add(types, NodeIds.Organizes, new Node(new NodeId(90), "DataTypes"));
        Add(types, NodeIds.Organizes, new Node(new NodeId(91), "ReferenceTypes"));
        foreach ((uint id, string name, uint aboveId, NodeClass type, bool isAbstract) in s_types)
        {
            Node above = nodes[new NodeId(aboveId)];
            Add(above, above.Class == NodeClass.Object ? NodeIds.Organizes : NodeIds.HasSubtype, new Node(new NodeId(id), name)
            {
                Class = type,
                TypeDefinition = default,
                IsAbstract = isAbstract,
            });
        }

        Node Add(Node parent, NodeId reference, Node child)
        {
            nodes.Add(child.Id, child);
            return parent.Add(reference, child);
        }
    }
}
