using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;
using Pooling.Buffers;
using Pooling.Encodeables;

namespace OpcUa.Protocol.Notifications;

/// <summary>The values of several monitored items.</summary>
[PooledEncodeable]
public sealed partial class DataChangeNotification : IBinaryEncodeable
{
    public static readonly NodeId EncodingId = new(811);

    /// <summary>The values; the list keeps its parts. A null array on the wire becomes an empty list.</summary>
    public EncodeableList<MonitoredItemNotification> MonitoredItems { get; } = new(MonitoredItemNotification.Pool);

    /// <summary>Additional information about the values. Owned.</summary>
    public PooledArray<DiagnosticInfo?>? DiagnosticInfos { get; set; }

    /// <summary>The number of the message that contains the notification.</summary>
    public uint SequenceNumber { get; set; }

    /// <summary>Whether the server has more notifications.</summary>
    public bool MoreNotifications { get; set; }

    /// <summary>The time at which the server sent the message.</summary>
    public DateTime PublishTime { get; set; }

    /// <summary>The strings to which diagnostics refer.</summary>
    public IReadOnlyList<string?>? StringTable { get; set; }

    /// <summary>An object of the receiver; not owned.</summary>
    public object? Tag { get; set; }

    public NodeId BinaryEncodingId => EncodingId;

    public void Encode(BinaryEncoder encoder)
    {
        encoder.WriteInt32(MonitoredItems.Count);
        foreach (MonitoredItemNotification item in MonitoredItems.Span)
            item.Encode(encoder);

        encoder.WriteInt32(DiagnosticInfos?.Length ?? -1);
        foreach (DiagnosticInfo? info in DiagnosticInfos is null ? [] : DiagnosticInfos.Span)
            encoder.WriteDiagnosticInfo(info);
    }

    public void Decode(ref BinaryDecoder decoder)
    {
        foreach (MonitoredItemNotification item in decoder.AddParts(MonitoredItems, minBytes: 5))
            item.Decode(ref decoder);

        DiagnosticInfos = decoder.RentArray<DiagnosticInfo?>(minBytes: 1);
        if (DiagnosticInfos is not null)
        {
            foreach (ref DiagnosticInfo? slot in DiagnosticInfos.Span)
                slot = decoder.ReadDiagnosticInfo();
        }
    }
}
