namespace OpcUa.Protocol.BuiltIn;

/// <summary>The built-in type that a CLR type represents.</summary>
internal static class BuiltInTypeOf<T>
{
    internal static readonly BuiltInType Type =
        typeof(T) == typeof(bool) ? BuiltInType.Boolean
        : typeof(T) == typeof(sbyte) ? BuiltInType.SByte
        : typeof(T) == typeof(byte) ? BuiltInType.Byte
        : typeof(T) == typeof(short) ? BuiltInType.Int16
        : typeof(T) == typeof(ushort) ? BuiltInType.UInt16
        : typeof(T) == typeof(int) ? BuiltInType.Int32
        : typeof(T) == typeof(uint) ? BuiltInType.UInt32
        : typeof(T) == typeof(long) ? BuiltInType.Int64
        : typeof(T) == typeof(ulong) ? BuiltInType.UInt64
        : typeof(T) == typeof(float) ? BuiltInType.Float
        : typeof(T) == typeof(double) ? BuiltInType.Double
        : typeof(T) == typeof(string) ? BuiltInType.String
        : typeof(T) == typeof(DateTime) ? BuiltInType.DateTime
        : typeof(T) == typeof(Guid) ? BuiltInType.Guid
        : typeof(T) == typeof(byte[]) ? BuiltInType.ByteString
        : typeof(T) == typeof(XmlElement) ? BuiltInType.XmlElement
        : typeof(T) == typeof(NodeId) ? BuiltInType.NodeId
        : typeof(T) == typeof(ExpandedNodeId) ? BuiltInType.ExpandedNodeId
        : typeof(T) == typeof(StatusCode) ? BuiltInType.StatusCode
        : typeof(T) == typeof(QualifiedName) ? BuiltInType.QualifiedName
        : typeof(T) == typeof(LocalizedText) ? BuiltInType.LocalizedText
        : typeof(T) == typeof(ExtensionObject) ? BuiltInType.ExtensionObject
        : typeof(T) == typeof(DataValue) ? BuiltInType.DataValue
        : typeof(T) == typeof(Variant) ? BuiltInType.Variant
        : typeof(T) == typeof(DiagnosticInfo) ? BuiltInType.DiagnosticInfo
        : throw new NotSupportedException($"The type {typeof(T)} does not represent a built-in type of OPC UA.");

    /// <summary>Whether a variant stores a value of the type in its bits.</summary>
    internal static readonly bool IsInBits =
        Type is >= BuiltInType.Boolean and <= BuiltInType.Double or BuiltInType.DateTime or BuiltInType.StatusCode;
}
