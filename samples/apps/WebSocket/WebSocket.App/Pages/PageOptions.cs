using WebSockets.App.Hubs;
using WebSockets.App.Loads;
using WebSockets.Hub.Page;

namespace WebSockets.App.Pages;

/// <summary>The command line options of <c>page</c>.</summary>
internal sealed record PageOptions
{
    public int Port { get; private init; } = HubCommandOptions.DefaultPort;

    /// <summary>The number of sockets of the load; 0 for none.</summary>
    public int Sockets { get; private init; } = 100;

    /// <summary>The number of messages per second, of all sockets together.</summary>
    public int Rate { get; private init; } = 5000;

    /// <summary>The size of a message in bytes.</summary>
    public int Size { get; private init; } = 1024;

    /// <summary>The initial mode.</summary>
    public HubMode Mode { get; private init; } = HubMode.Before;

    /// <summary>Whether to write JSON lines instead of the rows of a table.</summary>
    public bool Json { get; private init; }

    /// <summary>Whether to obey commands from the standard input, and to stop when it ends. For programs that start the hub.</summary>
    public bool UntilEndOfInput { get; private init; }

    /// <summary>Parses a command line.</summary>
    /// <exception cref="UsageException">An option is unknown or repeated, or its value is invalid.</exception>
    public static PageOptions Parse(IReadOnlyList<string> arguments)
    {
        var options = new PageOptions();
        var line = new CommandLine(arguments);
        while (line.Read())
        {
            options = line.Name switch
            {
                "--port" => options with { Port = line.Number(0, ushort.MaxValue) },
                "--sockets" => options with { Sockets = line.Number(0, LoadOptions.MaxSockets) },
                "--rate" => options with { Rate = line.Number(1, LoadOptions.MaxRate) },
                "--size" => options with { Size = line.Number(EchoTexts.MinSize, LoadOptions.MaxSize) },
                "--mode" => options with { Mode = WayNames.ParseHub(line.Value()) },
                "--json" => options with { Json = line.Flag() },
                "--until-end-of-input" => options with { UntilEndOfInput = line.Flag() },
                _ => throw line.Unknown(),
            };
        }

        return options;
    }
}
