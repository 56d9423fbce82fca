namespace OpcUa.Server.Nodes;

internal enum NodeClass : uint
{
    Object = 1,
    Variable = 2,
    ObjectType = 8,
    VariableType = 16,
    ReferenceType = 32,
    DataType = 64,
}
