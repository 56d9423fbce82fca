namespace Pooling.Tour;

/// <summary>What the command line asked for.</summary>
internal sealed record TourOptions
{
    /// <summary>The names of the sections to run, in the order of the tour; empty for all.</summary>
    public IReadOnlyList<string> Only { get; private init; } = [];

    /// <summary>Short measurements, for a build server.</summary>
    public bool Quick { get; private init; }

    /// <summary>Where <c>tour.html</c> and <c>tour.json</c> go.</summary>
    public string OutputFolder { get; private init; } = ".";

    /// <summary>Where the figures go instead of <c>tour.json</c> in <see cref="OutputFolder"/>.</summary>
    public string? JsonFile { get; private init; }

    public bool NoColor { get; private init; }

    public bool Help { get; private init; }

    /// <summary>Reads a command line.</summary>
    /// <param name="arguments">The arguments, without the program's name.</param>
    /// <param name="sections">The names that <c>--only</c> may give.</param>
    /// <exception cref="UsageException">An option is unknown, is given twice or lacks its value.</exception>
    public static TourOptions Parse(IReadOnlyList<string> arguments, IReadOnlyList<string> sections)
    {
        var options = new TourOptions();
        var seen = new HashSet<string>(StringComparer.Ordinal);
        for (int i = 0; i < arguments.Count; i++)
        {
            (string name, string? value) = Split(arguments[i]);
            if (!seen.Add(name))
                throw new UsageException($"option '{name}' is given twice");

            options = name switch
            {
                "--only" => options with { Only = ParseSections(Value(), sections) },
                "--output" => options with { OutputFolder = Value() },
                "--json" => options with { JsonFile = Value() },
                "--quick" => options with { Quick = Flag() },
                "--no-color" => options with { NoColor = Flag() },
                "--help" or "-h" or "-?" => options with { Help = Flag() },
                _ when name.StartsWith('-') => throw new UsageException($"unknown option '{name}'"),
                _ => throw new UsageException($"unexpected argument '{name}'"),
            };

            string Value()
            {
                if (value is null && i + 1 < arguments.Count && !arguments[i + 1].StartsWith("--", StringComparison.Ordinal))
                    value = arguments[++i];

                return string.IsNullOrWhiteSpace(value) ? throw new UsageException($"option '{name}' needs a value") : value;
            }

            bool Flag() => value is null ? true : throw new UsageException($"option '{name}' takes no value");
        }

        return options;
    }

    private static (string Name, string? Value) Split(string argument)
    {
        int equals = argument.StartsWith("--", StringComparison.Ordinal) ? argument.IndexOf('=', StringComparison.Ordinal) : -1;
        return equals < 0 ? (argument, null) : (argument[..equals], argument[(equals + 1)..]);
    }

    private static List<string> ParseSections(string value, IReadOnlyList<string> sections)
    {
        string[] asked = value.Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries);
        foreach (string name in asked)
        {
            if (!sections.Contains(name, StringComparer.OrdinalIgnoreCase))
                throw new UsageException($"unknown section '{name}'; there are: {string.Join(", ", sections)}");
        }

        return asked.Length == 0
            ? throw new UsageException($"option '--only' needs a section; there are: {string.Join(", ", sections)}")
            : [.. sections.Where(name => asked.Contains(name, StringComparer.OrdinalIgnoreCase))];
    }
}
