namespace OpcUa.Protocol.Transport;

/// <summary>The share of a group of connections in the memory of all connections, so that a group cannot use up the memory of others. Any
/// thread may use it.</summary>
public sealed class MemoryShare
{
    internal MemoryShare(Share receiving, Share sending) => (Receiving, Sending) = (receiving, sending);

    internal Share Receiving { get; }

    internal Share Sending { get; }
}
