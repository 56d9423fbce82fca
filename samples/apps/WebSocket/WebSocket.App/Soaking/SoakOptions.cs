using WebSockets.App.Loads;

namespace WebSockets.App.Soaking;

/// <summary>What the command line of <c>soak</c> asked for.</summary>
internal sealed record SoakOptions
{
    public const int LeastSockets = 20;

    public TimeSpan Duration { get; private init; } = TimeSpan.FromMinutes(30);

    /// <summary>Each tenth of them listens to broadcasts, the others get their own messages back.</summary>
    public int Sockets { get; private init; } = 1000;

    /// <summary>The messages that sockets get in a second, all together: half of them echoes, half broadcasts.</summary>
    public int Rate { get; private init; } = 10_000;

    public JsonOutput Json { get; private init; }

    public int Listeners => Sockets / 10;

    /// <summary>After how long something happens to a socket, on average.</summary>
    public TimeSpan Calm => Duration / 5 < TimeSpan.FromSeconds(30) ? Duration / 5 : TimeSpan.FromSeconds(30);

    /// <summary>Reads a command line.</summary>
    /// <exception cref="UsageException">An option is unknown, is given twice, or its value is wrong.</exception>
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
                "--sockets" => options with { Sockets = line.Number(LeastSockets, LoadOptions.MostSockets - 1) }, // one broadcasts
                "--rate" => options with { Rate = line.Number(2, LoadOptions.MostRate) },
                "--json" => options with { Json = new JsonOutput(true, line.OptionalValue()) },
                _ => throw line.Unknown(),
            };
        }

        return options;
    }
}
