namespace Pooling.JsonExport.Serving;

/// <summary>The command line options of <c>serve</c>.</summary>
internal sealed record ServeOptions
{
    public const int MaxCustomers = 100_000;

    /// <summary>The port; 0 for any free port.</summary>
    public int Port { get; init; } = 5080;

    /// <summary>The maximum number of customers in a request.</summary>
    public int Limit { get; init; } = 20_000;

    public ServingLimits Limits { get; init; } = new();

    /// <summary>Whether to stop when the standard input ends, for programs that start the server.</summary>
    public bool UntilEndOfInput { get; init; }

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
                "--port" => options with { Port = line.Number(0, ushort.MaxValue) },
                "--limit" => options with { Limit = line.Number(1, MaxCustomers) },
                "--until-end-of-input" => options with { UntilEndOfInput = line.Flag() },
                _ => throw line.Unknown(),
            };
        }

        return options;
    }
}
