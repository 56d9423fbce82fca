using System.Net;
using OpcUa.Protocol.Transport;
using OpcUa.Server.Hosting;

namespace OpcUa.Server.Connections;

/// <summary>The shares of one address. They are kept for a moment after its connections are closed, so that reconnecting does not avoid a
/// limit. Its members that change are guarded by the lock of the <see cref="AddressBook"/>.</summary>
/// <param name="key">The address, from <see cref="Places.KeyOf"/>.</param>
/// <param name="limits">The limits of the server.</param>
/// <param name="memory">The memory for messages in transit that its connections share.</param>
/// <param name="held">The shares of its sessions.</param>
internal sealed class AddressEntry(IPAddress key, ServerLimits limits, MemoryShare memory, HeldShares held)
{
    public TokenBucket Handshakes = new(limits.HandshakesPerSecondAndAddress);
    public TokenBucket KeyUses = new(limits.KeyUsesPerSecondAndAddress);

    public IPAddress Key => key;

    public MemoryShare Memory => memory;

    public HeldShares Held => held;

    /// <summary>The number of its connections, and of the sessions created over them.</summary>
    public int Users { get; set; }

    public long LastUsed { get; set; }

    /// <summary>Returns whether the entry can be removed: it has nothing, and its limits per second are fully available again.</summary>
    public bool IsForgotten(long now) => Users == 0 && now - LastUsed >= 1000;
}
