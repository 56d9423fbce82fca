using System.Text.Json.Serialization;
using Pooling.GameServer.Bots;
using Pooling.GameServer.Hosting;

namespace Pooling.GameServer.Comparing;

/// <summary>What one server did with its bots.</summary>
/// <param name="Mode">Which server.</param>
/// <param name="Server">What it counted.</param>
/// <param name="Bots">What the bots saw.</param>
/// <param name="BotProcessors">How many processors the bots kept busy, on average.</param>
internal sealed record ServerRun([property: JsonConverter(typeof(JsonStringEnumConverter<ServerKind>))] ServerKind Mode,
    ServerFigures Server, BotReport Bots, double BotProcessors = 0)
{
    /// <summary>What is wrong, a line each. Times are not: they say as much about the machine.</summary>
    public IReadOnlyList<string> Faults =>
    [
        .. Bots.Faults,
        .. Server.ChatWaiting == 0 ? Array.Empty<string>() : [$"{Server.ChatWaiting} chat packets were not sent"],
        .. Mode == ServerKind.Pooled && Server is { AllocatesMuch: true, HadQuietSecond: false }
            ? [$"the pooled server allocated {Server.AllocatedForPackets} bytes for packets"]
            : Array.Empty<string>(),
    ];
}
