using Pooling.GameServer.Bots;
using Pooling.GameServer.Hosting;

namespace Pooling.GameServer.Comparing;

/// <summary>The command line options of <c>both</c>.</summary>
internal sealed record BothOptions
{
    public BotSwarmOptions Swarm { get; private init; } = new();

    /// <summary>The measurement time of each server, after its warm-up.</summary>
    public int Seconds { get; private init; } = 30;

    public int WarmUpSeconds { get; private init; } = 5;

    public IReadOnlyList<ServerKind> Modes { get; private init; } = [ServerKind.Before, ServerKind.Pooled];

    public JsonOutput Json { get; private init; }

    /// <summary>Parses a command line.</summary>
    /// <exception cref="UsageException">An option is unknown or repeated, or its value is invalid.</exception>
    public static BothOptions Parse(IReadOnlyList<string> arguments)
    {
        var options = new BothOptions();
        var line = new CommandLine(arguments);
        while (line.Read())
        {
            options = line.Name switch
            {
                "--count" => options with { Swarm = options.Swarm with { Count = line.Number(1, BotsOptions.MaxBots) } },
                "--inputs" => options with { Swarm = options.Swarm with { InputsPerSecond = line.Number(1, 100) } },
                "--chat" => options with { Swarm = options.Swarm with { ChatSeconds = line.Number(0, 3600) } },
                "--gather" => options with { Swarm = options.Swarm with { Gathers = line.Flag() } },
                "--seconds" => options with { Seconds = line.Number(1, 86_400) },
                "--warm-up" => options with { WarmUpSeconds = line.Number(0, 3600) },
                "--mode" => options with { Modes = ServerModes.ParseAll(line.Value()) },
                "--json" => options with { Json = line.Json() },
                _ => throw line.Unknown(),
            };
        }

        return options;
    }
}
