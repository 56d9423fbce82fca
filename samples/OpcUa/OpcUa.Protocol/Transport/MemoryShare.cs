namespace OpcUa.Protocol.Transport;

/// <summary>The share of some connections in the memory of all, so that they cannot use up the memory of others. Any thread may use
/// it.</summary>
public sealed class MemoryShare
{
    internal MemoryShare(MemoryBudget receiving, MemoryBudget sending) => (Receiving, Sending) = (receiving, sending);

    internal MemoryBudget Receiving { get; }

    internal MemoryBudget Sending { get; }
}
