using Pooling.GameServer.Protocol;

namespace Pooling.GameServer.Hosting;

/// <summary>What a server puts up with.</summary>
internal sealed record ServerLimits
{
    /// <summary>The most connections.</summary>
    public int Clients { get; init; } = 2000;

    /// <summary>How long a connection may take until it has logged in.</summary>
    public TimeSpan Handshake { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>How long a player may send nothing.</summary>
    public TimeSpan Silence { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>How long one write may take.</summary>
    public TimeSpan Write { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>The packets of one player that one tick handles; the others wait for the next.</summary>
    public int PacketsPerTick { get; init; } = 150;

    /// <summary>The packets of one player that may wait; one more is a flood.</summary>
    public int Inbound { get; init; } = 512;

    /// <summary>The chat packets that a player may send in one second; one more is a flood.</summary>
    public int ChatPerSecond { get; init; } = 10;

    /// <summary>The state packets that may wait for one player; the oldest give way.</summary>
    public int OutboundState { get; init; } = 128;

    /// <summary>The other packets that may wait for one player; one more ends its connection.</summary>
    public int OutboundReliable { get; init; } = 1024;

    /// <summary>The bytes that may wait for one player in the system, where newer state cannot take their place; the system may take it for more.</summary>
    public int SendBuffer { get; init; } = 32 * 1024;

    /// <summary>After how many packets a key is changed.</summary>
    public long RekeyAfter { get; init; } = PacketSealer.DefaultRekeyAfter;
}
