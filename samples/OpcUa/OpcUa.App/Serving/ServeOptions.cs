namespace OpcUa.App.Serving;

/// <summary>What the command line of <c>serve</c> asked for.</summary>
internal sealed record ServeOptions
{
    public const int MostNodes = 1_000_000;
    public const int MostRate = 10_000_000;

    /// <summary>The variables, <c>ns=2;i=1</c> and so on.</summary>
    public int Nodes { get; private init; } = 40_000;

    /// <summary>How often one of them changes, in a second.</summary>
    public int Rate { get; private init; } = 20_000;

    /// <summary>The port; 0 for any that is free.</summary>
    public int Port { get; private init; } = 4840;

    /// <summary>Whether to write a line of JSON each second in place of a row of the table.</summary>
    public bool Json { get; private init; }

    /// <summary>Whether to obey the standard input, and to end with it: for programs that start the server.</summary>
    public bool UntilEndOfInput { get; private init; }

    /// <summary>Reads a command line.</summary>
    /// <exception cref="UsageException">An option is unknown, is given twice, or its value is wrong.</exception>
    public static ServeOptions Parse(IReadOnlyList<string> arguments)
    {
        var options = new ServeOptions();
        var line = new CommandLine(arguments);
        while (line.Read())
        {
            options = line.Name switch
            {
                "--nodes" => options with { Nodes = line.Number(1, MostNodes) },
                "--rate" => options with { Rate = line.Number(0, MostRate) },
                "--port" => options with { Port = line.Number(0, ushort.MaxValue) },
                "--json" => options with { Json = line.Flag() },
                "--until-end-of-input" => options with { UntilEndOfInput = line.Flag() },
                _ => throw line.Unknown(),
            };
        }

        return options;
    }
}
