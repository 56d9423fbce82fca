namespace WebSockets.App.Hubs;

/// <summary>The columns of the table for a hub. The table grows by a row each second.</summary>
internal static class HubTable
{
    public static IReadOnlyList<LiveColumn<HubFigures>> Columns { get; } =
    [
        new("sockets", static row => $"{row.Now.Sockets:N0}"),
        new("in/s", static row => $"{row.Received / row.Process.Seconds:N0}", 9),
        new("out/s", static row => $"{row.Sent / row.Process.Seconds:N0}", 9),
        new("encoded/s", static row => $"{row.Encoded / row.Process.Seconds:N0}"),
        new("copies/frame", static row => $"{row.CopiesPerFrame:0.00}"),
        new("dropped", static row => $"{row.Dropped:N0}"),
        new("B/message", static row => $"{row.BytesPerMessage:0.0}"),
        new("MB/s", static row => $"{row.Process.AllocatedMegabytesPerSecond:0.00}", 6),
        new("gen 0/1/2", static row => $"{row.Process.Gen0}/{row.Process.Gen1}/{row.Process.Gen2}"),
        new("pause ms", static row => $"{row.Process.PauseMilliseconds:0.0}"),
        new("CPU %", static row => $"{row.Process.Processors * 100:0.0}", 6),
    ];
}
