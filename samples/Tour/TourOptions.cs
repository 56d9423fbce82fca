namespace Pooling.Tour;

/// <summary>The command line options.</summary>
internal sealed record TourOptions
{
    /// <summary>The names of the sections to run, in the order of the tour; empty for all.</summary>
    public IReadOnlyList<string> Only { get; private init; } = [];

    /// <summary>Whether to make short measurements, for a build server.</summary>
    public bool Quick { get; private init; }

    /// <summary>The folder for <c>tour.html</c> and <c>tour.json</c>.</summary>
    public string OutputFolder { get; private init; } = ".";

    /// <summary>The file for the figures, instead of <c>tour.json</c> in <see cref="OutputFolder"/>.</summary>
    public string? JsonFile { get; private init; }

    public bool NoColor { get; private init; }

    public bool Help { get; private init; }

    /// <summary>Parses a command line.</summary>
    /// <param name="arguments">The arguments, without the program's name.</param>
    /// <param name="sections">The names that <c>--only</c> accepts.</param>
    /// <exception cref="UsageException">An option is unknown or repeated, or lacks its value.</exception>
    public static TourOptions Parse(IReadOnlyList<string> arguments, IReadOnlyList<string> sections)
    {
        var options = new TourOptions();
        var line = new Samples.CommandLine(arguments); // a package of the benchmarks has a namespace of this name
        while (line.Read())
        {
            options = line.Name switch
            {
                "--only" => options with { Only = ParseSections(line.Value(), sections) },
                "--output" => options with { OutputFolder = line.Value() },
                "--json" => options with { JsonFile = line.Value() },
                "--quick" => options with { Quick = line.Flag() },
                "--no-color" => options with { NoColor = line.Flag() },
                "--help" or "-h" or "-?" => options with { Help = line.Flag() },
                _ => throw line.Unknown(),
            };
        }

        return options;
    }

    private static List<string> ParseSections(string value, IReadOnlyList<string> sections)
    {
        string[] asked = value.Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries);
        foreach (string name in asked)
        {
            if (!sections.Contains(name, StringComparer.OrdinalIgnoreCase))
                throw new UsageException($"unknown section '{name}'; available: {string.Join(", ", sections)}");
        }

        return asked.Length == 0
            ? throw new UsageException($"option '--only' needs a section; available: {string.Join(", ", sections)}")
            : [.. sections.Where(name => asked.Contains(name, StringComparer.OrdinalIgnoreCase))];
    }
}
