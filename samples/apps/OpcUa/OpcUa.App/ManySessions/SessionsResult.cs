namespace OpcUa.App.ManySessions;

/// <summary>The cost of many sessions at both ends.</summary>
/// <param name="Count">The requested number of sessions.</param>
/// <param name="Connecting">The figures of the clients' process until all sessions were connected.</param>
/// <param name="ServerConnecting">The resources that the server's process used during that time.</param>
/// <param name="Receiving">The figures of the clients' process while all sessions received values.</param>
/// <param name="ServerReceiving">The resources that the server's process used during that time.</param>
/// <param name="ClientSize">The growth of the clients' process per session.</param>
/// <param name="ServerSize">The growth of the server's process per session.</param>
/// <param name="Refusals">The number of times the server rejected a session, by status code.</param>
/// <param name="Faults">The faults, one line each.</param>
internal sealed record SessionsResult(
    int Count,
    CrowdFigures Connecting,
    ProcessFigures ServerConnecting,
    CrowdFigures Receiving,
    ProcessFigures ServerReceiving,
    ProcessSize ClientSize,
    ProcessSize ServerSize,
    IReadOnlyDictionary<string, int> Refusals,
    IReadOnlyList<string> Faults)
{
    /// <summary>The median time of a session from the first byte to its monitored item, in milliseconds.</summary>
    public double ConnectP50 { get; init; }

    public double ConnectP99 { get; init; }

    /// <summary>The longest time for which a session received nothing, in milliseconds.</summary>
    public long MaxSilence { get; init; }
}
