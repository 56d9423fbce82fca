namespace Pooling.GameServer.Bots;

/// <summary>The behavior of bots.</summary>
internal sealed record BotSwarmOptions
{
    public int Count { get; init; } = 200;

    public int FirstNumber { get; init; } = 1;

    public int InputsPerSecond { get; init; } = 10;

    /// <summary>Whether all of them go to one square of the world.</summary>
    public bool Gathers { get; init; }

    /// <summary>The minimum number of packets that the server must send under a key.</summary>
    public long MinPacketsPerKey { get; init; } = Protocol.ProtocolLimits.MinPacketsPerKey;

    /// <summary>The average number of seconds between two chat texts of a bot; 0 for none.</summary>
    public int ChatSeconds { get; init; } = 20;

    public string ChatText { get; init; } = "Hello, world! This is a benchmark chat message.";
}
