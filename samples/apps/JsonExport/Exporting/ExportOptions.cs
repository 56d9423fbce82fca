namespace Pooling.JsonExport.Exporting;

/// <summary>The command line options of <c>export</c>.</summary>
internal sealed record ExportOptions
{
    public const int MaxCustomers = 500_000;
    public const int MaxRounds = 10_000;

    /// <summary>The output name that stands for standard output.</summary>
    public const string StandardOutput = "-";

    public int Count { get; private init; } = 5000;

    public ExportSink Sink { get; private init; } = ExportSink.Memory;

    public IReadOnlyList<ExportContender> Writers { get; private init; } = ExportContenders.All;

    /// <summary>The file of the sink <see cref="ExportSink.File"/>.</summary>
    public string Output { get; private init; } = "customers.json";

    public int Rounds { get; private init; } = 15;

    public JsonOutput Json { get; private init; }

    public bool ToStandardOutput => Sink == ExportSink.File && Output == StandardOutput;

    /// <summary>Parses a command line.</summary>
    /// <exception cref="UsageException">An option is unknown or repeated, or its value is invalid.</exception>
    public static ExportOptions Parse(IReadOnlyList<string> arguments)
    {
        var options = new ExportOptions();
        var line = new CommandLine(arguments);
        bool hasOutput = false;
        while (line.Read())
        {
            options = line.Name switch
            {
                "--count" => options with { Count = line.Number(0, MaxCustomers) },
                "--sink" => options with { Sink = ParseSink(line.Value()) },
                "--writer" => options with { Writers = ExportContenders.Parse("--writer", line.Value()) },
                "--output" => options with { Output = line.Value() },
                "--rounds" => options with { Rounds = line.Number(1, MaxRounds) },
                "--json" => options with { Json = line.Json() },
                _ => throw line.Unknown(),
            };
            hasOutput |= line.Name == "--output";
        }

        if (hasOutput && options.Sink != ExportSink.File)
            throw new UsageException("option '--output' requires '--sink file'");

        return options.ToStandardOutput && options.Writers.Count != 1
            ? throw new UsageException("'--output -' requires a single writer; select it with '--writer'")
            : options;
    }

    private static ExportSink ParseSink(string value) => value switch
    {
        "memory" => ExportSink.Memory,
        "file" => ExportSink.File,
        "null" => ExportSink.Null,
        _ => throw new UsageException($"unknown sink '{value}'; available: file, memory, null"),
    };
}
