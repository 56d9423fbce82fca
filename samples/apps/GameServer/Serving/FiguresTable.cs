using Pooling.GameServer.Hosting;

namespace Pooling.GameServer.Serving;

/// <summary>The columns of the table that grows while a server runs.</summary>
internal static class FiguresTable
{
    private static readonly LiveColumn<ServerFigures>[] s_columns =
    [
        new("players", static row => $"{row.Players}"),
        new("tick ms p50", static row => $"{row.TickP50:0.00}"),
        new("p99", static row => $"{row.TickP99:0.00}", 5),
        new("max", static row => $"{row.TickMax:0.00}", 6),
        new("over", static row => $"{row.Overruns}"),
        new("late", static row => $"{row.LateWakeUps}"),
        new("packets/s in", static row => $"{row.PacketsIn / row.Seconds:N0}"),
        new("out", static row => $"{row.PacketsOut / row.Seconds:N0}", 7),
        new("MB/s in", static row => $"{row.BytesIn / row.Seconds / 1e6:0.00}"),
        new("out", static row => $"{row.BytesOut / row.Seconds / 1e6:0.00}", 6),
        new("B/packet", static row => $"{row.AllocatedPerPacket:0.00}"),
        new("gen 0/1/2", static row => $"{row.Gen0}/{row.Gen1}/{row.Gen2}"),
        new("pause ms", static row => $"{row.PauseMilliseconds:0.0}"),
        new("dropped", static row => $"{row.StateDropped}"),
    ];

    /// <param name="write">Writes a line.</param>
    /// <param name="format">The format.</param>
    public static LiveTable<ServerFigures> Create(Action<string> write, LiveFormat format) => new(write, format, s_columns);
}
