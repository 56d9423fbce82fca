using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Services.Attributes;
using OpcUa.Protocol.Services.Subscriptions;

namespace OpcUa.Client.Subscriptions;

/// <summary>The node to monitor, and the parameters.</summary>
/// <param name="NodeId">The node.</param>
public readonly record struct MonitoredItemSettings(NodeId NodeId)
{
    public uint AttributeId { get; init; } = AttributeIds.Value;

    /// <summary>The sampling interval in milliseconds; 0 for every change, -1 for the publishing interval.</summary>
    public double SamplingInterval { get; init; }

    /// <summary>The maximum number of values that wait at the server between two messages.</summary>
    public uint QueueSize { get; init; } = 1;

    public bool DiscardOldest { get; init; } = true;

    /// <summary>The filter; <see langword="null"/> to report changes of value and status.</summary>
    public IMonitoringFilter? Filter { get; init; }

    /// <summary>Creates settings for the events of a node, such as the server (i=2253). They are delivered to
    /// <see cref="After.INotificationHandler.OnEvents"/>.</summary>
    /// <param name="nodeId">The node.</param>
    /// <param name="filter">The fields to report.</param>
    public static MonitoredItemSettings ForEvents(NodeId nodeId, EventFilter filter) =>
        new(nodeId) { AttributeId = AttributeIds.EventNotifier, Filter = filter, QueueSize = 1_000 };
}
