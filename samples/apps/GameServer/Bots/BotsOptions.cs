using System.Net;

namespace Pooling.GameServer.Bots;

/// <summary>The command line options of <c>bots</c>.</summary>
internal sealed record BotsOptions
{
    public const int MaxBots = 10_000;

    public BotSwarmOptions Swarm { get; private init; } = new();

    public int Seconds { get; private init; } = 30;

    public IPEndPoint Server { get; private init; } = new(IPAddress.Loopback, 5090);

    public bool Json { get; private init; }

    /// <summary>Parses a command line.</summary>
    /// <exception cref="UsageException">An option is unknown or repeated, or its value is invalid.</exception>
    public static BotsOptions Parse(IReadOnlyList<string> arguments)
    {
        var options = new BotsOptions();
        var line = new CommandLine(arguments);
        while (line.Read())
        {
            options = line.Name switch
            {
                "--count" => options with { Swarm = options.Swarm with { Count = line.Number(1, MaxBots) } },
                "--inputs" => options with { Swarm = options.Swarm with { InputsPerSecond = line.Number(1, 100) } },
                "--chat" => options with { Swarm = options.Swarm with { ChatSeconds = line.Number(0, 3600) } },
                "--gather" => options with { Swarm = options.Swarm with { Gathers = line.Flag() } },
                "--seconds" => options with { Seconds = line.Number(1, 86_400) },
                "--server" => options with { Server = ParseServer(line.Value()) },
                "--json" => options with { Json = line.Flag() },
                _ => throw line.Unknown(),
            };
        }

        return options;
    }

    private static IPEndPoint ParseServer(string value) =>
        IPEndPoint.TryParse(value, out IPEndPoint? server) && server.Port != 0
            ? server
            : throw new UsageException($"option '--server' needs an address and a port, such as 127.0.0.1:5090, not '{value}'");
}
