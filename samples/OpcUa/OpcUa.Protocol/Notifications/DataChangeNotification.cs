using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;
using Pooling.Buffers;
using Pooling.Encodeables;

namespace OpcUa.Protocol.Notifications;

/// <summary>The values of several monitored items.</summary>
public sealed partial class DataChangeNotification : IBinaryEncodeable
{
    public static readonly NodeId EncodingId = new(811);

    /// <summary>The values, which stay with the notification. A null array on the wire is an empty one here.</summary>
    public EncodeableList<MonitoredItemNotification> MonitoredItems { get; } = new(MonitoredItemNotification.Pool);

    /// <summary>What the server says about the values beyond their status. Owned.</summary>
    public PooledArray<DiagnosticInfo?>? DiagnosticInfos { get; set; }

    /// <summary>The number of the message that it came with.</summary>
    public uint SequenceNumber { get; set; }

    /// <summary>Whether the server has more to tell.</summary>
    public bool MoreNotifications { get; set; }

    /// <summary>When the server sent the message.</summary>
    public DateTime PublishTime { get; set; }

    /// <summary>The texts that diagnostics point at.</summary>
    public IReadOnlyList<string?>? StringTable { get; set; }

    /// <summary>Whatever the receiver wants to find with the message; not owned.</summary>
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
        foreach (MonitoredItemNotification item in decoder.AddParts(MonitoredItems, leastBytes: 5))
            item.Decode(ref decoder);

        DiagnosticInfos = decoder.RentArray<DiagnosticInfo?>(leastBytes: 1);
        if (DiagnosticInfos is not null)
        {
            foreach (ref DiagnosticInfo? slot in DiagnosticInfos.Span)
                slot = decoder.ReadDiagnosticInfo();
        }
    }
}
