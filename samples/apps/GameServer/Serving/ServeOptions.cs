using Pooling.GameServer.Hosting;

namespace Pooling.GameServer.Serving;

/// <summary>The command line options of <c>serve</c>.</summary>
internal sealed record ServeOptions
{
    public ServerKind Mode { get; private init; } = ServerKind.Pooled;

    /// <summary>The port; 0 for any free port.</summary>
    public int Port { get; private init; } = 5090;

    public ServerLimits Limits { get; private init; } = new();

    /// <summary>Whether to write a line of JSON each second instead of a table row.</summary>
    public bool Json { get; private init; }

    /// <summary>Whether to obey commands from the standard input, and to stop when it ends. For programs that start the server.</summary>
    public bool IsControlled { get; private init; }

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
                "--mode" => options with { Mode = ServerModes.Parse(line.Value()) },
                "--port" => options with { Port = line.Number(0, ushort.MaxValue) },
                "--clients" => options with { Limits = options.Limits with { Clients = line.Number(1, 100_000) } },
                "--per-address" => options with { Limits = options.Limits with { PerAddress = line.Number(1, 100_000) } },
                "--handshakes" => options with { Limits = options.Limits with { HandshakesPerSecond = line.Number(1, 100_000) } },
                "--silence" => options with { Limits = options.Limits with { Silence = TimeSpan.FromSeconds(line.Number(1, 3600)) } },
                "--rekey-after" => options with
                {
                    Limits = options.Limits with
                    {
                        RekeyAfter = line.Number((int)Protocol.ProtocolLimits.MinPacketsPerKey, int.MaxValue),
                    },
                },
                "--json" => options with { Json = line.Flag() },
                "--controlled" => options with { IsControlled = line.Flag() },
                _ => throw line.Unknown(),
            };
        }

        return options;
    }
}
