using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Services.Attributes;
using OpcUa.Protocol.Services.Subscriptions;

namespace OpcUa.Client.Subscriptions;

/// <summary>What shall be monitored, and how.</summary>
/// <param name="NodeId">The node.</param>
public readonly record struct MonitoredItemSettings(NodeId NodeId)
{
    public uint AttributeId { get; init; } = AttributeIds.Value;

    /// <summary>In milliseconds; 0 for each change, -1 for the publishing interval.</summary>
    public double SamplingInterval { get; init; }

    /// <summary>How many values wait at the server between two messages.</summary>
    public uint QueueSize { get; init; } = 1;

    public bool DiscardOldest { get; init; } = true;

    /// <summary>Which changes are reported; <see langword="null"/> for those of value and status.</summary>
    public DataChangeFilter? Filter { get; init; }
}
