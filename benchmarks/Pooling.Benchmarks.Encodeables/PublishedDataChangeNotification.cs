using OpcUa.Protocol.BuiltIn;

namespace Pooling.Benchmarks.Encodeables;

/// <summary>The fields of a container with the published sentinel in place of a version: 80 bytes, its array and items apart.</summary>
public sealed class PublishedDataChangeNotification : PublishedEncodeable
{
    public PublishedMonitoredItemNotification[] MonitoredItems { get; set; } = [];

    public DiagnosticInfo[] DiagnosticInfos { get; set; } = [];

    public uint SequenceNumber { get; set; }

    public bool MoreNotifications { get; set; }

    public DateTime PublishTime { get; set; }

    public IReadOnlyList<string?>? StringTable { get; set; }

    public object? Tag { get; set; }

    public object? Owner { get; set; }

    public override void Reset()
    {
        MonitoredItems = [];
        DiagnosticInfos = [];
        SequenceNumber = 0;
        MoreNotifications = false;
        PublishTime = default;
        StringTable = null;
        Tag = null;
        Owner = null;
    }
}
