namespace OpcUa.Server.Nodes;

internal enum NodeClass : uint
{
    Object = 1,
    Variable = 2,
}
