using OpcUa.App.Securing;
using OpcUa.App.Serving;

namespace OpcUa.App.ManySessions;

/// <summary>The command line options of <c>sessions</c>.</summary>
internal sealed record SessionsOptions
{
    /// <summary>The number of sessions; each has its own channel.</summary>
    public int Count { get; private init; } = 500;

    /// <summary>The time for which each session must receive values.</summary>
    public int Seconds { get; private init; } = 60;

    /// <summary>The number of new sessions per second.</summary>
    public int PerSecond { get; private init; } = 100;

    /// <summary>The maximum number of sessions that connect at the same time.</summary>
    public int AtOnce { get; private init; } = 32;

    /// <summary>The time for which a rejected session tries again, in seconds.</summary>
    public int Patience { get; private init; } = 60;

    /// <summary>The number of changes of the shared value per second.</summary>
    public int Rate { get; private init; } = 1;

    /// <summary>The server's maximum number of sessions, or <see langword="null"/> for slightly more than <see cref="Count"/>.</summary>
    public int? Limit { get; private init; }

    public JsonOutput Json { get; private init; }

    public SecurityOptions Security { get; private init; } = new();

    /// <summary>Parses a command line.</summary>
    /// <exception cref="UsageException">An option is unknown or repeated, or its value is invalid.</exception>
    public static SessionsOptions Parse(IReadOnlyList<string> arguments)
    {
        var options = new SessionsOptions();
        var line = new CommandLine(arguments);
        while (line.Read())
        {
            options = line.Name switch
            {
                "--count" => options with { Count = line.Number(1, ServeOptions.MaxSessions) },
                "--seconds" => options with { Seconds = line.Number(1, 86_400) },
                "--per-second" => options with { PerSecond = line.Number(1, 10_000) },
                "--at-once" => options with { AtOnce = line.Number(1, 1_000) },
                "--patience" => options with { Patience = line.Number(0, 3600) },
                "--rate" => options with { Rate = line.Number(1, 100) },
                "--limit" => options with { Limit = line.Number(1, ServeOptions.MaxSessions) },
                "--json" => options with { Json = line.Json() },
                _ => options with { Security = options.Security.Read(line) },
            };
        }

        return options;
    }
}
