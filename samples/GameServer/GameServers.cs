using Pooling.GameServer.After;
using Pooling.GameServer.Before;
using Pooling.GameServer.Hosting;

namespace Pooling.GameServer;

/// <summary>The servers of the sample: the one place that knows both.</summary>
internal static class GameServers
{
    public static IGameServer Create(ServerKind kind, ServerLimits limits) => kind switch
    {
        ServerKind.Stock => new StockServer(limits),
        ServerKind.Pooled => new PooledServer(limits),
        _ => throw new ArgumentOutOfRangeException(nameof(kind), kind, "There is no such server."),
    };
}
