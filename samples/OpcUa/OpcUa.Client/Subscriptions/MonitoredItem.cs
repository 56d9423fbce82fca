using OpcUa.Protocol.BuiltIn;

namespace OpcUa.Client.Subscriptions;

/// <summary>An item of a subscription.</summary>
public sealed class MonitoredItem
{
    internal MonitoredItem(MonitoredItemSettings settings, uint clientHandle) => (Settings, ClientHandle) = (settings, clientHandle);

    public MonitoredItemSettings Settings { get; }

    public NodeId NodeId => Settings.NodeId;

    /// <summary>The number that stands in its notifications: a place in the subscription's table, and how often the place was used before.
    /// It stays when the subscription is made anew.</summary>
    public uint ClientHandle { get; }

    /// <summary>The server's number for it.</summary>
    public uint MonitoredItemId { get; internal set; }

    /// <summary>What the server said to it.</summary>
    public StatusCode Status { get; internal set; }

    public double RevisedSamplingInterval { get; internal set; }

    public uint RevisedQueueSize { get; internal set; }

    /// <summary>Whatever the application wants to find with it.</summary>
    public object? Tag { get; set; }
}
