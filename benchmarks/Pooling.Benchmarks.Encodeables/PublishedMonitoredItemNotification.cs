using OpcUa.Protocol.BuiltIn;

namespace Pooling.Benchmarks.Encodeables;

/// <summary>The fields of a notification with the published sentinel in place of a version: 104 bytes.</summary>
public sealed class PublishedMonitoredItemNotification : PublishedEncodeable
{
    public uint ClientHandle { get; set; }

    public DataValue Value { get; set; }

    public DiagnosticInfo? Diagnostics { get; set; }

    public object? Message { get; set; }

    public object? Owner { get; set; }

    public object? Tag { get; set; }

    public override void Reset()
    {
        ClientHandle = 0;
        Value = default;
        Diagnostics = null;
        Message = null;
        Owner = null;
        Tag = null;
    }
}
