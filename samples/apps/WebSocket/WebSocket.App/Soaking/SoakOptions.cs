using WebSockets.App.Loads;

namespace WebSockets.App.Soaking;

/// <summary>The command line options of <c>soak</c>.</summary>
internal sealed record SoakOptions
{
    public const int MinSockets = 20;

    public TimeSpan Duration { get; private init; } = TimeSpan.FromMinutes(30);

    /// <summary>The number of sockets. A tenth of them receive broadcasts; the others receive their own messages.</summary>
    public int Sockets { get; private init; } = 1000;

    /// <summary>The number of messages that all sockets together receive per second. Half of them are echoes, half broadcasts.</summary>
    public int Rate { get; private init; } = 10_000;

    public JsonOutput Json { get; private init; }

    public int Listeners => Sockets / 10;

    /// <summary>The average time between two events of a socket.</summary>
    public TimeSpan Calm => Duration / 5 < TimeSpan.FromSeconds(30) ? Duration / 5 : TimeSpan.FromSeconds(30);

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
                "--sockets" => options with { Sockets = line.Number(MinSockets, LoadOptions.MaxSockets - 1) }, // one broadcasts
                "--rate" => options with { Rate = line.Number(2, LoadOptions.MaxRate) },
                "--json" => options with { Json = line.Json() },
                _ => throw line.Unknown(),
            };
        }

        return options;
    }
}
