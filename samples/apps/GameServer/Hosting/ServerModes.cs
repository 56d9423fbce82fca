namespace Pooling.GameServer.Hosting;

/// <summary>Parses the names of servers on the command line.</summary>
internal static class ServerModes
{
    public static string Word(ServerKind mode) => mode == ServerKind.Before ? "before" : "pooled";

    /// <summary>Parses the value of a <c>--mode</c> option that may be both.</summary>
    /// <exception cref="UsageException">The value is not a mode.</exception>
    public static IReadOnlyList<ServerKind> ParseAll(string value) => value switch
    {
        "both" => [ServerKind.Before, ServerKind.Pooled],
        "before" => [ServerKind.Before],
        "pooled" => [ServerKind.Pooled],
        _ => throw new UsageException($"unknown mode '{value}'; available: both, before, pooled"),
    };

    /// <summary>Parses the value of <c>--mode</c>.</summary>
    /// <exception cref="UsageException">The value is not a mode.</exception>
    public static ServerKind Parse(string value) => value switch
    {
        "before" => ServerKind.Before,
        "pooled" => ServerKind.Pooled,
        _ => throw new UsageException($"unknown mode '{value}'; available: before, pooled"),
    };
}
