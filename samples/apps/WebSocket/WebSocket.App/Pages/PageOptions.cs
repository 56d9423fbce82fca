using WebSockets.App.Hubs;
using WebSockets.App.Loads;
using WebSockets.Hub.Page;

namespace WebSockets.App.Pages;

/// <summary>What the command line of <c>page</c> asked for.</summary>
internal sealed record PageOptions
{
    public int Port { get; private init; } = HubCommandOptions.DefaultPort;

    /// <summary>The sockets of its own load; 0 for none.</summary>
    public int Sockets { get; private init; } = 100;

    /// <summary>The messages that they send in a second, all together.</summary>
    public int Rate { get; private init; } = 5000;

    /// <summary>The bytes of a message.</summary>
    public int Size { get; private init; } = 1024;

    /// <summary>What serves at the beginning.</summary>
    public HubMode Mode { get; private init; } = HubMode.Before;

    /// <summary>Whether to write a line of JSON each second in place of a row of the table.</summary>
    public bool Json { get; private init; }

    /// <summary>Whether to obey the standard input, and to end with it: for programs that start the hub.</summary>
    public bool UntilEndOfInput { get; private init; }

    /// <summary>Reads a command line.</summary>
    /// <exception cref="UsageException">An option is unknown, is given twice, or its value is wrong.</exception>
    public static PageOptions Parse(IReadOnlyList<string> arguments)
    {
        var options = new PageOptions();
        var line = new CommandLine(arguments);
        while (line.Read())
        {
            options = line.Name switch
            {
                "--port" => options with { Port = line.Number(0, ushort.MaxValue) },
                "--sockets" => options with { Sockets = line.Number(0, LoadOptions.MostSockets) },
                "--rate" => options with { Rate = line.Number(1, LoadOptions.MostRate) },
                "--size" => options with { Size = line.Number(EchoTexts.LeastSize, LoadOptions.MostSize) },
                "--mode" => options with { Mode = WayNames.ParseHub(line.Value()) },
                "--json" => options with { Json = line.Flag() },
                "--until-end-of-input" => options with { UntilEndOfInput = line.Flag() },
                _ => throw line.Unknown(),
            };
        }

        return options;
    }
}
