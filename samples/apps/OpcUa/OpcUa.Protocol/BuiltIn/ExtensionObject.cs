namespace OpcUa.Protocol.BuiltIn;

/// <summary>An encoded structure with its type id, as bytes or as XML.</summary>
/// <param name="TypeId">The id of the type's encoding.</param>
/// <param name="Body">The bytes, without their length; <see langword="null"/> if there is no body.</param>
/// <param name="IsXml">Whether the bytes are XML in UTF-8.</param>
public readonly record struct ExtensionObject(NodeId TypeId, byte[]? Body, bool IsXml = false)
{
    public bool Equals(ExtensionObject other) =>
        TypeId == other.TypeId && IsXml == other.IsXml && Body is null == other.Body is null && Body.AsSpan().SequenceEqual(other.Body);

    public override int GetHashCode() => HashCode.Combine(TypeId, IsXml, Body?.Length);
}
