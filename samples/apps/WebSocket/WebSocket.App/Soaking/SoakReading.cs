using WebSockets.Hub.Hosting;

namespace WebSockets.App.Soaking;

/// <summary>What both ends have after a while: a row of the table.</summary>
/// <param name="Minutes">Since the beginning.</param>
/// <param name="Echoes">Messages that came back so far.</param>
/// <param name="Broadcasts">Messages of another one that came so far.</param>
/// <param name="Skipped">Broadcasts that sockets did not get so far.</param>
/// <param name="Joins">Sockets that joined so far.</param>
/// <param name="Losses">Connections that were cut, or ended by the hub, so far.</param>
/// <param name="Stalls">How often a socket read nothing so far.</param>
/// <param name="PerSecond">Messages that came in a second, since the last row.</param>
/// <param name="Client">How large the clients' process is.</param>
/// <param name="ClientBuffers">Buffers of messages that are in use there.</param>
/// <param name="Server">How large the hub's process is.</param>
/// <param name="Now">What the hub has.</param>
internal sealed record SoakReading(
    double Minutes, long Echoes, long Broadcasts, long Skipped, long Joins, long Losses, long Stalls, double PerSecond,
    ProcessSize Client, long ClientBuffers, ProcessSize Server, HubStatistics Now)
{
    public static IReadOnlyList<LiveColumn<SoakReading>> Columns { get; } =
    [
        new("minute", static row => $"{row.Minutes:0.0}"),
        new("messages", static row => $"{row.Echoes + row.Broadcasts:N0}", 11),
        new("per s", static row => $"{row.PerSecond:N0}", 7),
        new("joined", static row => $"{row.Joins:N0}", 7),
        new("cut", static row => $"{row.Losses:N0}", 6),
        new("stalled", static row => $"{row.Stalls:N0}"),
        new("hub: sockets", static row => $"{row.Now.Sockets:N0}"),
        new("in use", static row => $"{row.Now.Outstanding:N0}"),
        new("compressed", static row => $"{row.Now.Deflated:N0}"),
        new("dropped", static row => $"{row.Now.Dropped:N0}"),
        new("not got", static row => $"{row.Skipped:N0}"),
        new("objects MB", static row => $"{row.Server.Heap / 1e6:0.00}"),
        new("memory MB", static row => $"{row.Server.WorkingSet / 1e6:0.0}"),
        new("clients: in use", static row => $"{row.ClientBuffers:N0}"),
        new("objects MB", static row => $"{row.Client.Heap / 1e6:0.00}"),
        new("memory MB", static row => $"{row.Client.WorkingSet / 1e6:0.0}"),
    ];
}
