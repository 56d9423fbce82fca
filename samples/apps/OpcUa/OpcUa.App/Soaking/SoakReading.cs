using OpcUa.Server.Hosting;

namespace OpcUa.App.Soaking;

/// <summary>The counters of both ends at one moment: a row of the table.</summary>
/// <param name="Minutes">The time since the start.</param>
/// <param name="Notifications">The number received so far.</param>
/// <param name="Reconnections">The number so far.</param>
/// <param name="Renewals">The number of renewals of the channel so far.</param>
/// <param name="Client">The size of the client's process.</param>
/// <param name="ClientOutstanding">The blocks of memory and messages of the client's transport in use.</param>
/// <param name="Server">The size of the server's process.</param>
/// <param name="Now">The counts of the server.</param>
internal sealed record SoakReading(
    double Minutes, long Notifications, int Reconnections, int Renewals,
    ProcessSize Client, long ClientOutstanding, ProcessSize Server, ServerStatistics Now)
{
    public static IReadOnlyList<LiveColumn<SoakReading>> Columns { get; } =
    [
        new("minute", static row => $"{row.Minutes:0.0}"),
        new("notifications", static row => $"{row.Notifications:N0}"),
        new("reconnections", static row => $"{row.Reconnections}"),
        new("renewals", static row => $"{row.Renewals}"),
        new("client: objects MB", static row => $"{row.Client.Heap / 1e6:0.00}"),
        new("memory MB", static row => $"{row.Client.WorkingSet / 1e6:0.0}"),
        new("in use", static row => $"{row.ClientOutstanding}"),
        new("server: objects MB", static row => $"{row.Server.Heap / 1e6:0.00}"),
        new("memory MB", static row => $"{row.Server.WorkingSet / 1e6:0.0}"),
        new("in use", static row => $"{row.Now.Outstanding}"),
        new("kept messages", static row => $"{row.Now.SentMessages}"),
        new("lost", static row => $"{row.Now.Overflows}"),
    ];
}
