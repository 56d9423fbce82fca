namespace OpcUa.App.Calling;

/// <summary>The columns of the table for a client that makes calls. The table grows by a row each second.</summary>
internal static class CallTable
{
    /// <param name="result">The name of one result of a call, in the singular.</param>
    public static IReadOnlyList<LiveColumn<CallFigures>> Columns(string result) =>
    [
        new($"{result}s/s", static row => $"{row.ResultsPerSecond:N0}", 12),
        new("calls/s", static row => $"{row.Calls / row.Process.Seconds:N0}"),
        new($"B/{result}", static row => $"{row.BytesPerResult:0.00}"),
        new("MB/s", static row => $"{row.Process.AllocatedMegabytesPerSecond:0.00}", 7),
        new("gen 0/1/2", static row => $"{row.Process.Gen0}/{row.Process.Gen1}/{row.Process.Gen2}"),
        new("pause ms", static row => $"{row.Process.PauseMilliseconds:0.0}"),
        new("CPU %", static row => $"{row.Process.Processors * 100:0.0}", 6),
        new("ms p50", static row => $"{row.LatencyP50:0.00}", 8),
        new("p99", static row => $"{row.LatencyP99:0.00}", 8),
    ];
}
