using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;

namespace OpcUa.Protocol.Notifications;

/// <summary>One value of a monitored item.</summary>
public sealed partial class MonitoredItemNotification : IBinaryEncodeable
{
    public static readonly NodeId EncodingId = new(808);

    private DataValue _value;

    public uint ClientHandle { get; set; }

    public DataValue Value
    {
        get => _value;
        set => _value = value;
    }

    /// <summary>Additional information about the value; stored separately from the notifications on the wire.</summary>
    public DiagnosticInfo? Diagnostics { get; set; }

    /// <summary>The message that contains the notification; not owned.</summary>
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
}
