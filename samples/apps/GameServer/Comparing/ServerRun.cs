using System.Text.Json.Serialization;
using Pooling.GameServer.Bots;
using Pooling.GameServer.Hosting;

namespace Pooling.GameServer.Comparing;

/// <summary>The figures of one server with its bots.</summary>
/// <param name="Mode">The kind of server.</param>
/// <param name="Server">The server's figures.</param>
/// <param name="Bots">The observations of the bots.</param>
/// <param name="BotProcessors">The average number of processors that the bots used.</param>
internal sealed record ServerRun([property: JsonConverter(typeof(JsonStringEnumConverter<ServerKind>))] ServerKind Mode,
    ServerFigures Server, BotReport Bots, double BotProcessors = 0)
{
    /// <summary>The faults, one line each. Times are not included, because they depend on the machine.</summary>
    public IReadOnlyList<string> Faults =>
    [
        .. Bots.Faults,
        .. Server.ChatWaiting == 0 ? Array.Empty<string>() : [$"{Server.ChatWaiting} chat packets were not sent"],
        .. Mode == ServerKind.Pooled && Server is { AllocatesMuch: true, HadQuietSecond: false }
            ? [$"the pooled server allocated {Server.Allocated:N0} bytes"]
            : Array.Empty<string>(),
    ];
}
