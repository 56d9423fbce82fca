using WebSockets.App.Loads;

namespace WebSockets.App.Comparing;

/// <summary>What the command line of <c>compare</c> asked for.</summary>
internal sealed record CompareOptions
{
    public int Sockets { get; private init; } = 100;

    /// <summary>Messages that are sent in a second, by all sockets together.</summary>
    public int Rate { get; private init; } = 1000;

    /// <summary>The bytes of a message.</summary>
    public int Size { get; private init; } = 64;

    /// <summary>How long each way is measured, in each round, after it has warmed up.</summary>
    public int Seconds { get; private init; } = 10;

    public int WarmUpSeconds { get; private init; } = 3;

    /// <summary>How often each way is measured; every second time in the other order.</summary>
    public int Rounds { get; private init; } = 2;

    public bool Json { get; private init; }

    /// <summary>Where the JSON goes; <see langword="null"/> for standard output.</summary>
    public string? JsonFile { get; private init; }

    /// <summary>Reads a command line.</summary>
    /// <exception cref="UsageException">An option is unknown, is given twice, or its value is wrong.</exception>
    public static CompareOptions Parse(IReadOnlyList<string> arguments)
    {
        var options = new CompareOptions();
        var line = new CommandLine(arguments);
        while (line.Read())
        {
            options = line.Name switch
            {
                "--sockets" => options with { Sockets = line.Number(1, LoadOptions.MostSockets) },
                "--rate" => options with { Rate = line.Number(1, LoadOptions.MostRate) },
                "--size" => options with { Size = line.Number(EchoTexts.LeastSize, LoadOptions.MostSize) },
                "--seconds" => options with { Seconds = line.Number(1, 86_400) },
                "--warm-up" => options with { WarmUpSeconds = line.Number(0, 3600) },
                "--rounds" => options with { Rounds = line.Number(1, 100) },
                "--json" => options with { Json = true, JsonFile = line.OptionalValue() },
                _ => throw line.Unknown(),
            };
        }

        return options;
    }
}
