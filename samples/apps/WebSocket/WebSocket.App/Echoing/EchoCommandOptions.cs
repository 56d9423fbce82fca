namespace WebSockets.App.Echoing;

/// <summary>What the command line of <c>echo</c> asked for.</summary>
internal sealed record EchoCommandOptions
{
    public const int DefaultParallel = 16;

    /// <summary>The server that has the cases.</summary>
    public Uri Url { get; private init; } = new("ws://127.0.0.1:9001");

    /// <summary>How many there are.</summary>
    public int Cases { get; private init; } = 1;

    /// <summary>How many are asked for at once.</summary>
    public int Parallel { get; private init; } = DefaultParallel;

    /// <summary>The most bytes of a message, in either direction.</summary>
    public int MaxMessage { get; private init; } = 1 << 20;

    /// <summary>Whether compression is offered to the server.</summary>
    public bool Deflate { get; private init; }

    /// <summary>Reads a command line.</summary>
    /// <exception cref="UsageException">An option is unknown, is given twice, or its value is wrong.</exception>
    public static EchoCommandOptions Parse(IReadOnlyList<string> arguments)
    {
        var options = new EchoCommandOptions();
        var line = new CommandLine(arguments);
        while (line.Read())
        {
            options = line.Name switch
            {
                "--url" => options with { Url = ParseUrl(line.Value()) },
                "--cases" => options with { Cases = line.Number(1, 1_000_000) },
                "--parallel" => options with { Parallel = line.Number(1, 1000) },
                "--max-message" => options with { MaxMessage = line.Number(1, 1 << 30) },
                "--deflate" => options with { Deflate = line.Flag() },
                _ => throw line.Unknown(),
            };
        }

        return options;
    }

    /// <summary>Where one of the cases is asked for.</summary>
    public Uri UrlOf(int number) => new(Url, $"runCase?case={number}");

    private static Uri ParseUrl(string value) =>
        Uri.TryCreate(value, UriKind.Absolute, out Uri? url) && url.Scheme is "ws" or "wss"
            ? url
            : throw new UsageException($"option '--url' needs an address that starts with ws:// or wss://, not '{value}'");
}
