using WebSockets.Hub.Hosting;

namespace WebSockets.App.Soaking;

/// <summary>The counters of both ends at one moment: a row of the table.</summary>
/// <param name="Minutes">The time since the start.</param>
/// <param name="Echoes">The number of returned messages so far.</param>
/// <param name="Broadcasts">The number of broadcasts received so far.</param>
/// <param name="Skipped">The number of broadcasts that sockets did not receive so far.</param>
/// <param name="Joins">The number of sockets that joined so far.</param>
/// <param name="Losses">The number of connections that were cut, or ended by the hub, so far.</param>
/// <param name="Stalls">The number of times that a socket stopped reading so far.</param>
/// <param name="PerSecond">The number of messages received per second, since the previous row.</param>
/// <param name="Client">The size of the clients' process.</param>
/// <param name="ClientBuffers">The number of message buffers in use in that process.</param>
/// <param name="Server">The size of the hub's process.</param>
/// <param name="Now">The current counts of the hub.</param>
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
