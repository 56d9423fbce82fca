namespace Pooling.GameServer.Hosting;

/// <summary>How servers are named on the command line.</summary>
internal static class ServerModes
{
    public static string Word(ServerKind mode) => mode == ServerKind.Stock ? "stock" : "pooled";

    /// <summary>Reads the value of a <c>--mode</c> that may be both.</summary>
    /// <exception cref="UsageException">It names no server.</exception>
    public static IReadOnlyList<ServerKind> ParseAll(string value) => value switch
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
