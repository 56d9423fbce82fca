using WebSockets.App.Hubs;

namespace WebSockets.App.Loads;

/// <summary>The command line options of <c>load</c>.</summary>
internal sealed record LoadOptions
{
    public const int MaxSockets = 2000; // that a hub accepts from one address
    public const int MaxRate = 1_000_000;
    public const int MaxSize = 1 << 20;

    public int Sockets { get; private init; } = 100;

    /// <summary>The number of messages per second, of all sockets together.</summary>
    public int Rate { get; private init; } = 1000;

    /// <summary>The size of a message in bytes.</summary>
    public int Size { get; private init; } = 64;

    /// <summary>One of <see cref="WayNames"/>.</summary>
    public string Mode { get; private init; } = WayNames.Pooled;

    /// <summary>The measured time in seconds, after the warm-up.</summary>
    public int Seconds { get; private init; } = 60;

    public int WarmUpSeconds { get; private init; } = 5;

    public Uri Url { get; private init; } = new($"ws://127.0.0.1:{HubCommandOptions.DefaultPort}/echo");

    public bool Json { get; private init; }

    /// <summary>Whether to obey commands from the standard input, and to stop when it ends. For programs that start the load.</summary>
    public bool UntilEndOfInput { get; private init; }

    /// <summary>Parses a command line.</summary>
    /// <exception cref="UsageException">An option is unknown or repeated, or its value is invalid.</exception>
    public static LoadOptions Parse(IReadOnlyList<string> arguments)
    {
        var options = new LoadOptions();
        var line = new CommandLine(arguments);
        while (line.Read())
        {
            options = line.Name switch
            {
                "--sockets" => options with { Sockets = line.Number(1, MaxSockets) },
                "--rate" => options with { Rate = line.Number(1, MaxRate) },
                "--size" => options with { Size = line.Number(EchoTexts.MinSize, MaxSize) },
                "--mode" => options with { Mode = WayNames.Parse(line.Value()) },
                "--seconds" => options with { Seconds = line.Number(1, 86_400) },
                "--warm-up" => options with { WarmUpSeconds = line.Number(0, 3600) },
                "--url" => options with { Url = line.Url("ws", "wss") },
                "--json" => options with { Json = line.Flag() },
                "--until-end-of-input" => options with { UntilEndOfInput = line.Flag() },
                _ => throw line.Unknown(),
            };
        }

        return options;
    }
}
