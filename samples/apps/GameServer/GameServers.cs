using Pooling.GameServer.After;
using Pooling.GameServer.Before;
using Pooling.GameServer.Hosting;

namespace Pooling.GameServer;

/// <summary>Creates the servers of the sample. No other code knows both.</summary>
internal static class GameServers
{
    public static IGameServer Create(ServerKind kind, ServerLimits limits) => kind switch
    {
        ServerKind.Before => new BeforeServer(limits),
        ServerKind.Pooled => new PooledServer(limits),
        _ => throw new ArgumentOutOfRangeException(nameof(kind), kind, "The value is not a kind of server."),
    };
}
