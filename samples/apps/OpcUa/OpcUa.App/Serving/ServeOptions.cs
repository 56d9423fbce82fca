using OpcUa.App.Securing;

namespace OpcUa.App.Serving;

/// <summary>The command line options of <c>serve</c>.</summary>
internal sealed record ServeOptions
{
    public const int MaxNodes = 1_000_000;
    public const int MaxRate = 10_000_000;
    public const int MaxSessions = 100_000;

    /// <summary>The number of variables, which start at <c>ns=2;i=1</c>.</summary>
    public int Nodes { get; private init; } = 40_000;

    /// <summary>The number of changes per second, of all variables together.</summary>
    public int Rate { get; private init; } = 20_000;

    /// <summary>The maximum number of sessions and connections, in all and per address; <see langword="null"/> for the defaults.</summary>
    public int? Sessions { get; private init; }

    /// <summary>The port; 0 selects a free one.</summary>
    public int Port { get; private init; } = 4840;

    /// <summary>Whether to write JSON lines instead of the rows of a table.</summary>
    public bool Json { get; private init; }

    /// <summary>Whether to read commands from standard input and to stop at its end, for use by other programs.</summary>
    public bool UntilEndOfInput { get; private init; }

    public SecurityOptions Security { get; private init; } = new();

    /// <summary>Parses a command line.</summary>
    /// <exception cref="UsageException">An option is unknown or repeated, or its value is invalid.</exception>
    public static ServeOptions Parse(IReadOnlyList<string> arguments)
    {
        var options = new ServeOptions();
        var line = new CommandLine(arguments);
        while (line.Read())
        {
            options = line.Name switch
            {
                "--nodes" => options with { Nodes = line.Number(1, MaxNodes) },
                "--rate" => options with { Rate = line.Number(0, MaxRate) },
                "--sessions" => options with { Sessions = line.Number(1, MaxSessions) },
                "--port" => options with { Port = line.Number(0, ushort.MaxValue) },
                "--json" => options with { Json = line.Flag() },
                "--until-end-of-input" => options with { UntilEndOfInput = line.Flag() },
                _ => options with { Security = options.Security.Read(line, isServer: true) },
            };
        }

        return options;
    }
}
