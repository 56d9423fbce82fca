using Pooling.GameServer.Bots;
using Pooling.GameServer.Hosting;

namespace Pooling.GameServer.Soaking;

/// <summary>The command line options of <c>soak</c>.</summary>
internal sealed record SoakOptions
{
    /// <summary>The maximum number of bots at a time.</summary>
    public int Count { get; private init; } = 100;

    /// <summary>The duration after the warm-up.</summary>
    public TimeSpan Duration { get; private init; } = TimeSpan.FromMinutes(10);

    public IReadOnlyList<ServerKind> Modes { get; private init; } = [ServerKind.Pooled];

    public bool Json { get; private init; }

    /// <summary>A third of the duration, but at most half a minute.</summary>
    public TimeSpan WarmUp => TimeSpan.FromSeconds(Math.Min(30, Duration.TotalSeconds / 3));

    /// <summary>Parses a command line.</summary>
    /// <exception cref="UsageException">An option is unknown or repeated, or its value is invalid.</exception>
    public static SoakOptions Parse(IReadOnlyList<string> arguments)
    {
        var options = new SoakOptions();
        var line = new CommandLine(arguments);
        while (line.Read())
        {
            options = line.Name switch
            {
                "--count" => options with { Count = line.Number(1, BotsOptions.MaxBots) },
                "--minutes" => options with { Duration = TimeSpan.FromMinutes(line.Number(1, 1440)) },
                "--seconds" => options with { Duration = TimeSpan.FromSeconds(line.Number(1, 86_400)) },
                "--mode" => options with { Modes = ServerModes.ParseAll(line.Value()) },
                "--json" => options with { Json = line.Flag() },
                _ => throw line.Unknown(),
            };
        }

        return options;
    }
}
