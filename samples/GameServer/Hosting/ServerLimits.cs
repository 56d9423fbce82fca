using Pooling.GameServer.Protocol;

namespace Pooling.GameServer.Hosting;

/// <summary>What a server puts up with.</summary>
internal sealed record ServerLimits
{
    /// <summary>The most players.</summary>
    public int Clients { get; init; } = 2000;

    /// <summary>The most connections of one address, players or not.</summary>
    public int PerAddress { get; init; } = 256;

    /// <summary>The connections that have not logged in, beside the players.</summary>
    public int HalfOpen { get; init; } = 256;

    /// <summary>Of these, those of one address.</summary>
    public int HalfOpenPerAddress => Math.Max(1, PerAddress / 4);

    /// <summary>The handshakes that are computed in a second, and at once after a pause. One address gets half of them.</summary>
    public int HandshakesPerSecond { get; init; } = 100;

    /// <summary>How long a connection may take until it has said hello.</summary>
    public TimeSpan Hello { get; init; } = TimeSpan.FromSeconds(3);

    /// <summary>How long a connection may take until it has logged in.</summary>
    public TimeSpan Handshake { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>How long a player may send nothing.</summary>
    public TimeSpan Silence { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>How long one write may take; then as long again, in which a client that reads after all is told
    /// that it was too slow.</summary>
    public TimeSpan Write { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>The inputs and pings of one player that a tick earns it, so 120 a second: who sends more goes no faster.</summary>
    public int CommandsPerTick { get; init; } = 2;

    /// <summary>The inputs and pings that a player who has sent none may catch up on in one tick.</summary>
    public int CommandsAtOnce { get; init; } = 30;

    /// <summary>The inputs and pings of one player that may wait; one more is a flood.</summary>
    public int Inbound { get; init; } = 512;

    /// <summary>The chat texts that a player may send in one second; one more is a flood.
    /// An address may send as many for each of its players.</summary>
    public int ChatPerSecond { get; init; } = 10;

    /// <summary>The chat texts of all players that one tick hands on; the others wait, each player's for its turn.</summary>
    public int ChatPerTick { get; init; } = 4;

    /// <summary>The packets that one tick makes of chat texts, one for each listener;
    /// a text for more waits for the shares of several ticks.</summary>
    public int ChatPacketsPerTick { get; init; } = 1000;

    /// <summary>The chat texts of one player that may wait for their turn; one more is not taken, and the player is told.</summary>
    public int ChatWaiting { get; init; } = 16;

    /// <summary>The players that one tick lets in, and the players that one tick takes out.</summary>
    public int JoinsPerTick { get; init; } = 32;

    /// <summary>The state packets that may wait for one player; the oldest give way.</summary>
    public int OutboundState { get; init; } = 128;

    /// <summary>The other packets that may wait for one player; one more ends its connection.</summary>
    public int OutboundReliable { get; init; } = 1024;

    /// <summary>The bytes that may wait for one player in the system, where newer state cannot take their place;
    /// the system may take it for more.</summary>
    public int SendBuffer { get; init; } = 32 * 1024;

    /// <summary>After how many packets a key is changed.</summary>
    public long RekeyAfter { get; init; } = PacketSealer.DefaultRekeyAfter;

    /// <summary>How many packets a client must send before it changes its key again.</summary>
    public long LeastPacketsPerKey { get; init; } = ProtocolLimits.LeastPacketsPerKey;
}
