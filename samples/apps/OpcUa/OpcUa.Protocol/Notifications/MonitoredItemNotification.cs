using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;
using Pooling.Encodeables;

namespace OpcUa.Protocol.Notifications;

/// <summary>One value of a monitored item.</summary>
/// <remarks>The pool keeps many of them: its limit includes the parts of lists, a server keeps messages of 1,000 values until they are
/// acknowledged, and bursts of 40,000 are common.</remarks>
[PooledEncodeable(MaxRetained = 1 << 18)]
public sealed partial class MonitoredItemNotification : IBinaryEncodeable
{
    public static readonly NodeId EncodingId = new(808);

    private DataValue _value; // a field of its own, which the generated code visits in place, since it is large

    public uint ClientHandle { get; set; }

    public DataValue Value
    {
        get => _value;
        set => _value = value;
    }

    /// <summary>Additional information about the value; stored separately from the notifications on the wire.</summary>
    public DiagnosticInfo? Diagnostics { get; set; }

    /// <summary>The message that contains the notification; not owned.</summary>
    [KeepOnReset]
    public DataChangeNotification? Message { get; set; }

    public NodeId BinaryEncodingId => EncodingId;

    public void Encode(BinaryEncoder encoder)
    {
        encoder.WriteUInt32(ClientHandle);
        encoder.WriteDataValue(Value);
    }

    public void Decode(ref BinaryDecoder decoder)
    {
        ClientHandle = decoder.ReadUInt32();
        Value = decoder.ReadDataValue();
    }

    partial void OnReset() => Message = null;
}
