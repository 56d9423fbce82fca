using Pooling.GameServer.Protocol;

namespace Pooling.GameServer.Hosting;

/// <summary>The limits of a server.</summary>
internal sealed record ServerLimits
{
    /// <summary>The maximum number of players.</summary>
    public int Clients { get; init; } = 2000;

    /// <summary>The maximum number of connections from one address, including those that have not logged in.</summary>
    public int PerAddress { get; init; } = 256;

    /// <summary>The maximum number of connections that have not logged in, in addition to the players.</summary>
    public int HalfOpen { get; init; } = 256;

    /// <summary>The maximum number of those from one address.</summary>
    public int HalfOpenPerAddress => Math.Max(1, PerAddress / 4);

    /// <summary>The number of handshakes per second, and at once after a pause. One address gets half of them.</summary>
    public int HandshakesPerSecond { get; init; } = 100;

    /// <summary>The maximum time until a connection has sent its hello.</summary>
    public TimeSpan Hello { get; init; } = TimeSpan.FromSeconds(3);

    /// <summary>The maximum time until a connection has logged in.</summary>
    public TimeSpan Handshake { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>The maximum time without a packet from a player.</summary>
    public TimeSpan Silence { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>The maximum time of one write. It is granted again for sending the reason to a client that reads after all.</summary>
    public TimeSpan Write { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>The maximum time for a peer to read why its connection ended.</summary>
    public TimeSpan Farewell { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>The number of inputs and pings that a player earns in each tick, which is 120 per second. Sending more does not make a
    /// player faster.</summary>
    public int CommandsPerTick { get; init; } = 2;

    /// <summary>The maximum number of saved inputs and pings that a player can use in one tick.</summary>
    public int CommandsAtOnce { get; init; } = 30;

    /// <summary>The maximum number of waiting inputs and pings of one player. More count as a flood.</summary>
    public int Inbound { get; init; } = 512;

    /// <summary>The maximum number of chat texts of a player in one second. More count as a flood. An address may send as many for each of
    /// its players.</summary>
    public int ChatPerSecond { get; init; } = 10;

    /// <summary>The maximum number of chat texts, of all players, delivered in one tick. The others wait, each player's for its
    /// turn.</summary>
    public int ChatPerTick { get; init; } = 4;

    /// <summary>The maximum number of packets for chat texts in one tick, one for each listener. A text with more listeners waits for
    /// several ticks.</summary>
    public int ChatPacketsPerTick { get; init; } = 1000;

    /// <summary>The maximum number of waiting chat texts of one player. Further texts are refused, and the player is notified.</summary>
    public int ChatWaiting { get; init; } = 16;

    /// <summary>The maximum number of players that join, and of players that leave, in one tick.</summary>
    public int JoinsPerTick { get; init; } = 32;

    /// <summary>The maximum number of waiting state packets of one player. The oldest are replaced.</summary>
    public int OutboundState { get; init; } = 128;

    /// <summary>The maximum number of other waiting packets of one player. One more ends its connection.</summary>
    public int OutboundReliable { get; init; } = 1024;

    /// <summary>The size in bytes of the system's send buffer for one player, in which newer state cannot replace older state. The system
    /// may use more.</summary>
    public int SendBuffer { get; init; } = 32 * 1024;

    /// <summary>The number of packets after which a key is changed.</summary>
    public long RekeyAfter { get; init; } = PacketSealer.DefaultRekeyAfter;

    /// <summary>The minimum number of packets between two key changes of a client.</summary>
    public long MinPacketsPerKey { get; init; } = ProtocolLimits.MinPacketsPerKey;
}
