using OpcUa.App.Securing;
using OpcUa.App.Serving;

namespace OpcUa.App.Comparing;

/// <summary>The command line options of <c>both</c>.</summary>
internal sealed record BothOptions
{
    public int Items { get; private init; } = 4_000;

    /// <summary>The number of changes per second, of all variables together.</summary>
    public int Rate { get; private init; } = 2_000;

    /// <summary>The measured time per mode and round, after the warm-up.</summary>
    public int Seconds { get; private init; } = 10;

    public int WarmUpSeconds { get; private init; } = 3;

    /// <summary>The number of rounds; each measures every mode once.</summary>
    public int Rounds { get; private init; } = 3;

    public JsonOutput Json { get; private init; }

    public SecurityOptions Security { get; private init; } = new();

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
                "--items" => options with { Items = line.Number(1, ServeOptions.MaxNodes) },
                "--rate" => options with { Rate = line.Number(1, ServeOptions.MaxRate) },
                "--seconds" => options with { Seconds = line.Number(1, 86_400) },
                "--warm-up" => options with { WarmUpSeconds = line.Number(0, 3600) },
                "--rounds" => options with { Rounds = line.Number(1, 100) },
                "--json" => options with { Json = line.Json() },
                _ => options with { Security = options.Security.Read(line) },
            };
        }

        return options;
    }
}
