namespace Pooling.GameServer.Hosting;

/// <summary>Parses the names of servers on the command line.</summary>
internal static class ServerModes
{
    public static string Word(ServerKind mode) => mode == ServerKind.Stock ? "stock" : "pooled";

    /// <summary>Parses the value of a <c>--mode</c> option that may be both.</summary>
    /// <exception cref="UsageException">The value is not a mode.</exception>
    public static IReadOnlyList<ServerKind> ParseAll(string value) => value switch
    {
        "both" => [ServerKind.Stock, ServerKind.Pooled],
        "stock" => [ServerKind.Stock],
        "pooled" => [ServerKind.Pooled],
        _ => throw new UsageException($"unknown mode '{value}'; available: both, stock, pooled"),
    };

    /// <summary>Parses the value of <c>--mode</c>.</summary>
    /// <exception cref="UsageException">The value is not a mode.</exception>
    public static ServerKind Parse(string value) => value switch
    {
        "stock" => ServerKind.Stock,
        "pooled" => ServerKind.Pooled,
        _ => throw new UsageException($"unknown mode '{value}'; available: stock, pooled"),
    };
}
