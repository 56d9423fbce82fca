using Pooling.Encodeables;

namespace OpcUa.Protocol.BuiltIn;

/// <summary>A value with its quality and times. What is missing on the wire has its default here.</summary>
/// <param name="Value">The value.</param>
/// <param name="StatusCode">How good the value is.</param>
/// <param name="SourceTimestamp">When the source sampled the value, in UTC.</param>
/// <param name="ServerTimestamp">When the server took it, in UTC.</param>
/// <param name="SourcePicoseconds">What the source's time lacks, in units of 10 ps, up to 9,999.</param>
/// <param name="ServerPicoseconds">What the server's time lacks, in units of 10 ps, up to 9,999.</param>
public readonly record struct DataValue(
    Variant Value,
    StatusCode StatusCode = default,
    DateTime SourceTimestamp = default,
    DateTime ServerTimestamp = default,
    ushort SourcePicoseconds = 0,
    ushort ServerPicoseconds = 0)
{
    /// <summary>Shows the pooled array that the value may be.</summary>
    public void VisitNested(ref NestedVisitor nested) => Value.VisitNested(ref nested);
}
