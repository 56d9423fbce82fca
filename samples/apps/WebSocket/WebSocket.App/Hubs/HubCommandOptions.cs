using WebSockets.Hub.Hosting;
using WebSockets.Hub.Page;
using WebSockets.Protocol.Compression;

namespace WebSockets.App.Hubs;

/// <summary>The command line options of <c>hub</c>.</summary>
internal sealed record HubCommandOptions
{
    public const int DefaultPort = 8642;

    private const int MaxSeconds = 3600;
    private const int MaxBytes = 1 << 30;

    /// <summary>The options of the hub.</summary>
    public HubOptions Hub { get; private init; } = new() { Port = DefaultPort };

    /// <summary>The way in which the hub moves messages.</summary>
    public HubMode Mode { get; private init; } = HubMode.Pooled;

    /// <summary>Whether to write JSON lines instead of the rows of a table.</summary>
    public bool Json { get; private init; }

    /// <summary>Whether to obey commands from the standard input, and to stop when it ends. For programs that start the hub.</summary>
    public bool UntilEndOfInput { get; private init; }

    /// <summary>Whether to write no table, so that the program that started the hub does not have to read it.</summary>
    public bool Quiet { get; private init; }

    private HubLimits Limits
    {
        get => Hub.Limits;
        init => Hub = Hub with { Limits = value };
    }

    /// <summary>Parses a command line.</summary>
    /// <exception cref="UsageException">An option is unknown or repeated, or its value is invalid.</exception>
    public static HubCommandOptions Parse(IReadOnlyList<string> arguments)
    {
        var options = new HubCommandOptions();
        var line = new CommandLine(arguments);
        while (line.Read())
        {
            HubOptions hub = options.Hub;
            HubLimits limits = hub.Limits;
            options = line.Name switch
            {
                "--port" => options with { Hub = hub with { Port = line.Number(0, ushort.MaxValue) } },
                "--http2-port" => options with { Hub = hub with { Http2Port = line.Number(0, ushort.MaxValue) } },
                "--mode" => options with { Mode = WayNames.ParseHub(line.Value()) },
                "--origin" => options with { Hub = hub with { Origins = line.Value().Split(',') } },
                "--connections" => options with { Limits = limits with { Connections = line.Number(1, 1_000_000) } },
                "--per-address" => options with { Limits = limits with { PerAddress = line.Number(1, 1_000_000) } },
                "--policy" => options with { Limits = limits with { Policy = ParsePolicy(line.Value()) } },
                "--timeout" => options with { Limits = WithPatience(limits, Seconds(line)) },
                "--handshake" => options with { Limits = limits with { Handshake = Seconds(line) } },
                "--max-message" => options with { Limits = WithLongest(limits, line.Number(125, MaxBytes)) },
                "--inflate" => options with { Limits = WithInflated(limits, line.Number(1024, MaxBytes)) },
                "--deflate" => options with { Hub = hub with { Deflate = ParseDeflate(line.Value()) } },
                "--json" => options with { Json = line.Flag() },
                "--quiet" => options with { Quiet = line.Flag() },
                "--until-end-of-input" => options with { UntilEndOfInput = line.Flag() },
                _ => throw line.Unknown(),
            };
        }

        return options;
    }

    private static TimeSpan Seconds(CommandLine line) => TimeSpan.FromSeconds(line.Number(1, MaxSeconds));

    private static HubLimits WithPatience(HubLimits limits, TimeSpan patience) =>
        limits with { PingAfter = patience, PongTimeout = patience, CloseTimeout = patience };

    /// <summary>Returns limits that allow an address to have a few messages of this length in transit.</summary>
    private static HubLimits WithLongest(HubLimits limits, int bytes) => limits with
    {
        Messages = limits.Messages with { MaxMessage = bytes },
        ReceivingPerAddress = Math.Max(limits.ReceivingPerAddress, 4L * bytes),
        Receiving = Math.Max(limits.Receiving, 8L * bytes),
    };

    private static HubLimits WithInflated(HubLimits limits, int bytes) =>
        limits with { InflatedPerSecond = bytes, InflatedPerSecondOfAddress = 4L * bytes };

    private static DeflateOptions ParseDeflate(string value) => value switch
    {
        "off" => new DeflateOptions { IsEnabled = false },
        "shared" => new DeflateOptions(),
        "context" => new DeflateOptions { ServerContextTakeover = true },
        "no-context" => new DeflateOptions { ClientContextTakeover = false },
        _ => throw new UsageException($"unknown compression '{value}'; available: off, shared, context, no-context"),
    };

    private static OutboxPolicy ParsePolicy(string value) => value switch
    {
        "drop-oldest" => OutboxPolicy.DropOldest,
        "drop-newest" => OutboxPolicy.DropNewest,
        "disconnect" => OutboxPolicy.Disconnect,
        _ => throw new UsageException($"unknown policy '{value}'; available: drop-oldest, drop-newest, disconnect"),
    };
}
