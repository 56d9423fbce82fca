using System.Globalization;
using OpcUa.App.Securing;
using OpcUa.App.Serving;

namespace OpcUa.App.Soaking;

/// <summary>The command line options of <c>soak</c>.</summary>
internal sealed record SoakOptions
{
    public TimeSpan Duration { get; private init; } = TimeSpan.FromMinutes(30);

    /// <summary>The number of variables; each has a monitored item.</summary>
    public int Items { get; private init; } = 4_000;

    /// <summary>The number of changes per second, of all variables together.</summary>
    public int Rate { get; private init; } = 20_000;

    /// <summary>The interval at which the channel is renewed.</summary>
    public TimeSpan Renewal { get; private init; } = TimeSpan.FromMinutes(1);

    /// <summary>Whether the connection is cut at random times.</summary>
    public bool RandomReconnects { get; private init; }

    public JsonOutput Json { get; private init; }

    public SecurityOptions Security { get; private init; } = new();

    /// <summary>Parses a command line.</summary>
    /// <exception cref="UsageException">An option is unknown or repeated, or its value is invalid.</exception>
    public static SoakOptions Parse(IReadOnlyList<string> arguments)
    {
        var options = new SoakOptions();
        var line = new CommandLine(arguments);
        while (line.Read())
        {
            options = line.Name switch
            {
                "--minutes" => options with { Duration = TimeSpan.FromMinutes(line.Number(1, 10_080)) },
                "--seconds" => options with { Duration = TimeSpan.FromSeconds(line.Number(5, 86_400)) },
                "--items" => options with { Items = line.Number(1, ServeOptions.MaxNodes) },
                "--rate" => options with { Rate = line.Number(1, ServeOptions.MaxRate) },
                "--renew" => options with { Renewal = ParseSeconds(line) },
                "--random-reconnects" => options with { RandomReconnects = line.Flag() },
                "--json" => options with { Json = line.Json() },
                _ => options with { Security = options.Security.Read(line) },
            };
        }

        return options;
    }

    private static TimeSpan ParseSeconds(CommandLine line)
    {
        string value = line.Value();
        return int.TryParse(value.TrimEnd('s'), NumberStyles.None, CultureInfo.InvariantCulture, out int seconds)
            && seconds is >= 4 and <= 3600
            ? TimeSpan.FromSeconds(seconds)
            : throw new UsageException($"option '--renew' needs seconds from 4 to 3600, such as 60 or 60s, not '{value}'");
    }
}
