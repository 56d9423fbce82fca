using OpcUa.App.Securing;
using OpcUa.App.Serving;

namespace OpcUa.App.Clients;

/// <summary>The command line options of <c>client</c>.</summary>
internal sealed record ClientOptions
{
    public int Items { get; init; } = 40_000;

    /// <summary>One of <see cref="Modes"/>.</summary>
    public string Mode { get; init; } = Modes.Pooled;

    /// <summary>The measured time, after the warm-up.</summary>
    public int Seconds { get; init; } = 60;

    public int WarmUpSeconds { get; init; } = 5;

    public Uri Url { get; init; } = new("opc.tcp://127.0.0.1:4840");

    public bool Json { get; init; }

    public SecurityOptions Security { get; init; } = new();

    /// <summary>Parses a command line.</summary>
    /// <exception cref="UsageException">An option is unknown or repeated, or its value is invalid.</exception>
    public static ClientOptions Parse(IReadOnlyList<string> arguments)
    {
        var options = new ClientOptions();
        var line = new CommandLine(arguments);
        while (line.Read())
        {
            options = line.Name switch
            {
                "--items" => options with { Items = line.Number(1, ServeOptions.MaxNodes) },
                "--mode" => options with { Mode = Modes.Parse(line.Value()) },
                "--seconds" => options with { Seconds = line.Number(1, 86_400) },
                "--warm-up" => options with { WarmUpSeconds = line.Number(0, 3600) },
                "--url" => options with { Url = line.Url("opc.tcp") },
                "--json" => options with { Json = line.Flag() },
                _ => options with { Security = options.Security.Read(line) },
            };
        }

        return options;
    }
}
