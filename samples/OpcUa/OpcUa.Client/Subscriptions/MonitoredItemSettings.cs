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

    /// <summary>The filter for changes; <see langword="null"/> to report changes of value and status.</summary>
    public DataChangeFilter? Filter { get; init; }
}
