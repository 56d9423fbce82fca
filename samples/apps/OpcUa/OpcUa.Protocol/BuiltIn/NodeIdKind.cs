namespace OpcUa.Protocol.BuiltIn;

public enum NodeIdKind : byte
{
    Numeric,
    String,
    Guid,
    Opaque,
}
