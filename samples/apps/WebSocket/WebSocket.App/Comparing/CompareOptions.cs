using WebSockets.App.Loads;

namespace WebSockets.App.Comparing;

/// <summary>The command line options of <c>compare</c>.</summary>
internal sealed record CompareOptions
{
    public int Sockets { get; private init; } = 100;

    /// <summary>The number of messages per second, of all sockets together.</summary>
    public int Rate { get; private init; } = 1000;

    /// <summary>The size of a message in bytes.</summary>
    public int Size { get; private init; } = 64;

    /// <summary>The measured time per mode and round in seconds, after the warm-up.</summary>
    public int Seconds { get; private init; } = 10;

    public int WarmUpSeconds { get; private init; } = 3;

    /// <summary>The number of rounds; each measures every mode once. Every second round is in reverse order.</summary>
    public int Rounds { get; private init; } = 2;

    public JsonOutput Json { get; private init; }

    /// <summary>Parses a command line.</summary>
    /// <exception cref="UsageException">An option is unknown or repeated, or its value is invalid.</exception>
    public static CompareOptions Parse(IReadOnlyList<string> arguments)
    {
        var options = new CompareOptions();
        var line = new CommandLine(arguments);
        while (line.Read())
        {
            options = line.Name switch
            {
                "--sockets" => options with { Sockets = line.Number(1, LoadOptions.MaxSockets) },
                "--rate" => options with { Rate = line.Number(1, LoadOptions.MaxRate) },
                "--size" => options with { Size = line.Number(EchoTexts.MinSize, LoadOptions.MaxSize) },
                "--seconds" => options with { Seconds = line.Number(1, 86_400) },
                "--warm-up" => options with { WarmUpSeconds = line.Number(0, 3600) },
                "--rounds" => options with { Rounds = line.Number(1, 100) },
                "--json" => options with { Json = line.Json() },
                _ => throw line.Unknown(),
            };
        }

        return options;
    }
}
