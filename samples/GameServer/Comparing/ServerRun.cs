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
        .. Server.ChatSent == Server.ChatQueued ? Array.Empty<string>() : [$"{Server.ChatQueued - Server.ChatSent} chat packets were not sent"],
        .. Mode == ServerKind.Pooled && Server.AllocatedPerPacket >= MostBytesPerPacket ? [$"the pooled server allocated {Server.AllocatedForPackets} bytes for packets"] : Array.Empty<string>(),
    ];

    /// <summary>A queue or a buffer grows now and then to what was never needed before; a byte for each packet is no longer that.</summary>
    private const double MostBytesPerPacket = 1;
}
