using System.Text.Json.Serialization;
using Pooling.GameServer.Bots;
using Pooling.GameServer.Hosting;

namespace Pooling.GameServer.Comparing;

/// <summary>What one server did with its bots.</summary>
/// <param name="Mode">Which server.</param>
/// <param name="Server">What it counted.</param>
/// <param name="Bots">What the bots saw.</param>
internal sealed record ServerRun([property: JsonConverter(typeof(JsonStringEnumConverter<ServerKind>))] ServerKind Mode, ServerFigures Server, BotReport Bots)
{
    /// <summary>What is wrong, a line each. Times are not: they say as much about the machine.</summary>
    public IReadOnlyList<string> Faults =>
    [
        .. Bots.Faults,
        .. Server.ChatWaiting == 0 ? Array.Empty<string>() : [$"{Server.ChatWaiting} chat packets were not sent"],
        .. Mode == ServerKind.Pooled && Server.AllocatedForPackets > MostBytes + (MostBytesPerPacket * (Server.PacketsIn + Server.PacketsOut)) ? [$"the pooled server allocated {Server.AllocatedForPackets} bytes for packets"] : Array.Empty<string>(),
    ];

    // A queue, a buffer or a pool grows now and then to what was not needed before: that is not so much.
    private const long MostBytes = 65_536;
    private const double MostBytesPerPacket = 0.1;
}
