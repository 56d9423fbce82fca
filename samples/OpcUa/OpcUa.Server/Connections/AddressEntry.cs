using OpcUa.Protocol.Transport;
using OpcUa.Server.Hosting;

namespace OpcUa.Server.Connections;

/// <summary>The counts of one address. They are kept for a moment after its connections are closed, so that reconnecting does not avoid a
/// limit. Guarded by the lock of the <see cref="AddressBook"/>.</summary>
internal sealed class AddressEntry(ServerLimits limits, MemoryShare memory)
{
    public TokenBucket Handshakes = new(limits.HandshakesPerSecondAndAddress);
    public TokenBucket KeyUses = new(limits.KeyUsesPerSecondAndAddress);

    /// <summary>The memory for messages in transit that its connections share.</summary>
    public MemoryShare Memory => memory;

    public int Connections { get; set; }

    /// <summary>The number of connections without a session.</summary>
    public int HalfOpen { get; set; }

    /// <summary>The number of sessions created over its connections, in use or not.</summary>
    public int Sessions { get; set; }

    public long LastUsed { get; set; }

    /// <summary>Returns whether the entry can be removed: it has nothing, and its limits per second are fully available again.</summary>
    public bool IsForgotten(long now) => Connections == 0 && Sessions == 0 && now - LastUsed >= 1000;
}
