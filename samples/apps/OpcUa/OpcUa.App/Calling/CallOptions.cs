using OpcUa.App.Securing;
using OpcUa.App.Serving;

namespace OpcUa.App.Calling;

/// <summary>The command line options of <c>read</c> or <c>browse</c>.</summary>
internal sealed record CallOptions
{
    /// <summary>The number of the server's variables.</summary>
    public int Nodes { get; private init; } = 40_000;

    /// <summary>The number of changes per second, of all variables together.</summary>
    public int Rate { get; private init; } = 20_000;

    /// <summary>The number of nodes per call.</summary>
    public int PerCall { get; private init; } = 1_000;

    /// <summary>One of <see cref="Pooling.Samples.Modes"/>, or <see langword="null"/> for both in turn.</summary>
    public string? Mode { get; private init; }

    /// <summary>The measured time per mode and round, after the warm-up.</summary>
    public int Seconds { get; private init; } = 10;

    public int WarmUpSeconds { get; private init; } = 3;

    /// <summary>The number of rounds; each measures every mode once.</summary>
    public int Rounds { get; private init; } = 3;

    public JsonOutput Json { get; private init; }

    public IReadOnlyList<string> Modes => Mode is null ? Pooling.Samples.Modes.Both : [Mode];

    public SecurityOptions Security { get; private init; } = new();

    /// <summary>Parses a command line.</summary>
    /// <exception cref="UsageException">An option is unknown or repeated, or its value is invalid.</exception>
    public static CallOptions Parse(IReadOnlyList<string> arguments)
    {
        var options = new CallOptions();
        var line = new CommandLine(arguments);
        while (line.Read())
        {
            options = line.Name switch
            {
                "--nodes" => options with { Nodes = line.Number(1, ServeOptions.MaxNodes) },
                "--rate" => options with { Rate = line.Number(0, ServeOptions.MaxRate) },
                "--per-call" => options with { PerCall = line.Number(1, 10_000) },
                "--mode" => options with { Mode = Pooling.Samples.Modes.Parse(line.Value()) },
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
