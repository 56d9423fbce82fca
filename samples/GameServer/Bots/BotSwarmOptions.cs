namespace Pooling.GameServer.Bots;

/// <summary>What bots do.</summary>
internal sealed record BotSwarmOptions
{
    public int Count { get; init; } = 200;

    public int FirstNumber { get; init; } = 1;

    public int InputsPerSecond { get; init; } = 10;

    /// <summary>How many seconds a bot says nothing, on average; 0 for always.</summary>
    public int ChatSeconds { get; init; } = 20;

    public string ChatText { get; init; } = "Hello, world! This is a benchmark chat message.";
}
