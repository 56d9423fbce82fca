using Pooling.GameServer.After;
using Pooling.GameServer.Before;

namespace Pooling.GameServer.Hosting;

/// <summary>The servers of the sample.</summary>
internal static class GameServers
{
    public static IGameServer Create(ServerKind kind, ServerLimits limits) => kind switch
    {
        ServerKind.Stock => new StockServer(limits),
        ServerKind.Pooled => new PooledServer(limits),
        _ => throw new ArgumentOutOfRangeException(nameof(kind), kind, "There is no such server."),
    };

    /// <summary>Reads the value of a <c>--mode</c> that may be both.</summary>
    /// <exception cref="UsageException">It names no server.</exception>
    public static IReadOnlyList<ServerKind> ParseModes(string value) => value switch
    {
        "both" => [ServerKind.Stock, ServerKind.Pooled],
        "stock" => [ServerKind.Stock],
        "pooled" => [ServerKind.Pooled],
        _ => throw new UsageException($"unknown mode '{value}'; there are: both, stock, pooled"),
    };

    /// <summary>Reads the value of <c>--mode</c>.</summary>
    /// <exception cref="UsageException">It names no server.</exception>
    public static ServerKind Parse(string value) => value switch
    {
        "stock" => ServerKind.Stock,
        "pooled" => ServerKind.Pooled,
        _ => throw new UsageException($"unknown mode '{value}'; there are: stock, pooled"),
    };
}
