namespace OpcUa.App.ManySessions;

/// <summary>The figures of a crowd for a period: a row of the table.</summary>
/// <param name="Process">The resources that its process used.</param>
/// <param name="Connected">The number of connected sessions.</param>
/// <param name="Receiving">The number of sessions that have received a value in the last seconds.</param>
/// <param name="NewlyConnected">The number of sessions that connected in the period.</param>
/// <param name="Refused">The number of rejections in the period.</param>
/// <param name="Notifications">The number of notifications received in the period.</param>
internal sealed record CrowdFigures(
    ProcessFigures Process, int Connected, int Receiving, int NewlyConnected, int Refused, long Notifications)
{
    public static IReadOnlyList<LiveColumn<CrowdFigures>> Columns { get; } =
    [
        new("sessions", static row => $"{row.Connected:N0}"),
        new("connected/s", static row => $"{row.NewlyConnected / row.Process.Seconds:N0}"),
        new("rejected/s", static row => $"{row.Refused / row.Process.Seconds:N0}"),
        new("receiving", static row => $"{row.Receiving:N0}"),
        new("notifications/s", static row => $"{row.Notifications / row.Process.Seconds:N0}"),
        new("MB/s", static row => $"{row.Process.AllocatedMegabytesPerSecond:0.00}", 6),
        new("gen 0/1/2", static row => $"{row.Process.Gen0}/{row.Process.Gen1}/{row.Process.Gen2}"),
        new("pause ms", static row => $"{row.Process.PauseMilliseconds:0.0}"),
        new("CPU %", static row => $"{row.Process.Processors * 100:0.0}", 6),
    ];

    public static CrowdFigures Between(CrowdReading from, CrowdReading to) => new(
        ProcessFigures.Between(from.Process, to.Process),
        to.Connected,
        to.Receiving,
        to.Connected - from.Connected,
        to.Refused - from.Refused,
        to.Notifications - from.Notifications);
}
