namespace OpcUa.App.Serving;

/// <summary>The columns of the table for a server. The table grows by a row each second.</summary>
internal static class ServerTable
{
    public static IReadOnlyList<LiveColumn<ServerFigures>> Columns { get; } =
    [
        new("sessions", static row => $"{row.Now.Sessions}"),
        new("items", static row => $"{row.Now.Items:N0}", 7),
        new("changes/s", static row => $"{row.Changes / row.Process.Seconds:N0}"),
        new("notifications/s", static row => $"{row.Notifications / row.Process.Seconds:N0}"),
        new("messages/s", static row => $"{row.Messages / row.Process.Seconds:N0}"),
        new("B/notification", static row => $"{row.BytesPerNotification:0.0}"),
        new("MB/s", static row => $"{row.Process.AllocatedMegabytesPerSecond:0.00}", 6),
        new("gen 0/1/2", static row => $"{row.Process.Gen0}/{row.Process.Gen1}/{row.Process.Gen2}"),
        new("pause ms", static row => $"{row.Process.PauseMilliseconds:0.0}"),
        new("CPU %", static row => $"{row.Process.Processors * 100:0.0}", 6),
        new("lost", static row => $"{row.Overflows}"),
    ];
}
