namespace WebSockets.App.Echoing;

/// <summary>The command line options of <c>echo</c>.</summary>
internal sealed record EchoCommandOptions
{
    public const int DefaultParallel = 16;

    /// <summary>The URL of the server that has the cases.</summary>
    public Uri Url { get; private init; } = new("ws://127.0.0.1:9001");

    /// <summary>The number of cases.</summary>
    public int Cases { get; private init; } = 1;

    /// <summary>The number of cases that run at the same time.</summary>
    public int Parallel { get; private init; } = DefaultParallel;

    /// <summary>The maximum size of a message in bytes, in either direction.</summary>
    public int MaxMessage { get; private init; } = 1 << 20;

    /// <summary>Whether to offer compression to the server.</summary>
    public bool Deflate { get; private init; }

    /// <summary>Parses a command line.</summary>
    /// <exception cref="UsageException">An option is unknown or repeated, or its value is invalid.</exception>
    public static EchoCommandOptions Parse(IReadOnlyList<string> arguments)
    {
        var options = new EchoCommandOptions();
        var line = new CommandLine(arguments);
        while (line.Read())
        {
            options = line.Name switch
            {
                "--url" => options with { Url = line.Url("ws", "wss") },
                "--cases" => options with { Cases = line.Number(1, 1_000_000) },
                "--parallel" => options with { Parallel = line.Number(1, 1000) },
                "--max-message" => options with { MaxMessage = line.Number(1, 1 << 30) },
                "--deflate" => options with { Deflate = line.Flag() },
                _ => throw line.Unknown(),
            };
        }

        return options;
    }

    /// <summary>Returns the URL at which a case is requested.</summary>
    public Uri UrlOf(int number) => new(Url, $"runCase?case={number}");
}
