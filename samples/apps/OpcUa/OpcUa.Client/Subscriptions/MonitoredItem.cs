using OpcUa.Protocol.BuiltIn;

namespace OpcUa.Client.Subscriptions;

/// <summary>An item of a subscription.</summary>
public sealed class MonitoredItem
{
    internal MonitoredItem(MonitoredItemSettings settings, uint clientHandle) => (Settings, ClientHandle) = (settings, clientHandle);

    public MonitoredItemSettings Settings { get; }

    public NodeId NodeId => Settings.NodeId;

    /// <summary>The handle in the notifications of the item: a slot of the subscription's table and the number of earlier uses of the slot.
    /// It does not change when the subscription is recreated.</summary>
    public uint ClientHandle { get; }

    /// <summary>The id that the server assigned.</summary>
    public uint MonitoredItemId { get; internal set; }

    /// <summary>The status that the server reported for the item.</summary>
    public StatusCode Status { get; internal set; }

    /// <summary>The granted sampling interval in milliseconds.</summary>
    public double RevisedSamplingInterval { get; internal set; }

    public uint RevisedQueueSize { get; internal set; }

    /// <summary>An object of the application.</summary>
    public object? Tag { get; set; }
}
