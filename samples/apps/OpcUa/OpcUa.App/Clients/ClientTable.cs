namespace OpcUa.App.Clients;

/// <summary>The columns of the table for a client. The table grows by a row each second.</summary>
internal static class ClientTable
{
    public static IReadOnlyList<LiveColumn<ClientFigures>> Columns { get; } =
    [
        new("notifications/s", static row => $"{row.NotificationsPerSecond:N0}"),
        new("messages/s", static row => $"{row.Messages / row.Process.Seconds:N0}"),
        new("B/notification", static row => $"{row.BytesPerNotification:0.0}"),
        new("MB/s", static row => $"{row.Process.AllocatedMegabytesPerSecond:0.00}", 6),
        new("gen 0/1/2", static row => $"{row.Process.Gen0}/{row.Process.Gen1}/{row.Process.Gen2}"),
        new("pause ms", static row => $"{row.Process.PauseMilliseconds:0.0}"),
        new("CPU %", static row => $"{row.Process.Processors * 100:0.0}", 6),
        new("latency ms p50", static row => $"{row.LatencyP50:0.0}"),
        new("p99", static row => $"{row.LatencyP99:0.0}", 6),
    ];
}
