using Pooling.Encodeables;

namespace OpcUa.Protocol.BuiltIn;

/// <summary>A value with its quality and timestamps. Fields that are missing on the wire have their defaults.</summary>
public readonly record struct DataValue
{
    // The parts of the variant. The whole struct would be copied together with its neighbors, and read back in pieces.
    private readonly object? _reference;
    private readonly long _bits;
    private readonly long _sourceTime; // numbers instead of structs, each of which the runtime would align to 8 bytes
    private readonly long _serverTime;
    private readonly uint _status;
    private readonly ushort _sourcePicoseconds;
    private readonly ushort _serverPicoseconds;
    private readonly BuiltInType _type;
    private readonly bool _isArray;

    /// <param name="value">The value.</param>
    /// <param name="statusCode">The quality of the value.</param>
    /// <param name="sourceTimestamp">The time at which the source sampled the value, in UTC.</param>
    /// <param name="serverTimestamp">The time at which the server received the value, in UTC.</param>
    /// <param name="sourcePicoseconds">The remainder of the source's time, in units of 10 ps, up to 9,999.</param>
    /// <param name="serverPicoseconds">The remainder of the server's time, in units of 10 ps, up to 9,999.</param>
    public DataValue(
        Variant value,
        StatusCode statusCode = default,
        DateTime sourceTimestamp = default,
        DateTime serverTimestamp = default,
        ushort sourcePicoseconds = 0,
        ushort serverPicoseconds = 0)
    {
        _reference = value.Reference;
        _bits = value.Bits;
        _type = value.Type;
        _isArray = value.IsArray;
        _status = statusCode.Code;
        _sourceTime = sourceTimestamp.Ticks;
        _serverTime = serverTimestamp.Ticks;
        _sourcePicoseconds = sourcePicoseconds;
        _serverPicoseconds = serverPicoseconds;
    }

    public Variant Value => new(_type, _isArray, _reference, _bits);

    public StatusCode StatusCode => new(_status);

    public DateTime SourceTimestamp => new(_sourceTime, DateTimeKind.Utc);

    public DateTime ServerTimestamp => new(_serverTime, DateTimeKind.Utc);

    public ushort SourcePicoseconds => _sourcePicoseconds;

    public ushort ServerPicoseconds => _serverPicoseconds;

    /// <summary>Visits the pooled array that the value may hold.</summary>
    public void VisitNested(ref NestedVisitor nested)
    {
        if (_reference is not null && _isArray)
            Value.VisitNested(ref nested);
    }

    public bool Equals(DataValue other) =>
        Value == other.Value
        && (_status, _sourceTime, _serverTime, _sourcePicoseconds, _serverPicoseconds)
            == (other._status, other._sourceTime, other._serverTime, other._sourcePicoseconds, other._serverPicoseconds);

    public override int GetHashCode() => HashCode.Combine(Value, _status, _sourceTime, _serverTime, _sourcePicoseconds, _serverPicoseconds);
}
