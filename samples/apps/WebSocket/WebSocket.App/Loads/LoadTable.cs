namespace WebSockets.App.Loads;

/// <summary>The columns of the table for a load. The table grows by a row each second.</summary>
internal static class LoadTable
{
    public static IReadOnlyList<LiveColumn<LoadFigures>> Columns { get; } =
    [
        new("out/s", static row => $"{row.Sent / row.Process.Seconds:N0}", 9),
        new("in/s", static row => $"{row.Received / row.Process.Seconds:N0}", 9),
        new("waiting", static row => $"{row.Waiting:N0}"),
        new("B/message", static row => $"{row.BytesPerMessage:0.0}"),
        new("MB/s", static row => $"{row.Process.AllocatedMegabytesPerSecond:0.00}", 6),
        new("gen 0/1/2", static row => $"{row.Process.Gen0}/{row.Process.Gen1}/{row.Process.Gen2}"),
        new("pause ms", static row => $"{row.Process.PauseMilliseconds:0.0}"),
        new("CPU %", static row => $"{row.Process.Processors * 100:0.0}", 6),
        new("round trip ms p50", static row => $"{row.LatencyP50:0.00}"),
        new("p99", static row => $"{row.LatencyP99:0.00}", 6),
    ];
}
