using System.Globalization;
using Pooling.GameServer.Hosting;

namespace Pooling.GameServer.Serving;

/// <summary>A table that grows by a line each second.</summary>
internal sealed class LiveTable(Action<string> write)
{
    private const int LinesBetweenTitles = 20;

    private int _lines;

    public void Add(ServerFigures figures)
    {
        if (_lines++ % LinesBetweenTitles == 0)
        {
            write("players   tick ms p50   p99    max  over  late  packets/s in     out   MB/s in    out  B/packet  process  "
                + "gen 0/1/2  pause ms  dropped");
        }

        write(string.Create(
            CultureInfo.InvariantCulture,
            $"{figures.Players,7} {figures.TickP50,13:0.00} {figures.TickP99,5:0.00} {figures.TickMax,6:0.00} {figures.Overruns,5} "
                + $"{figures.LateWakeUps,5} {figures.PacketsIn / figures.Seconds,13:N0} {figures.PacketsOut / figures.Seconds,7:N0} "
                + $"{figures.BytesIn / figures.Seconds / 1e6,9:0.00} {figures.BytesOut / figures.Seconds / 1e6,6:0.00} "
                + $"{figures.AllocatedPerPacket,9:0.0} {figures.ProcessAllocatedPerPacket,8:0.0} {Collections(figures),10} "
                + $"{figures.PauseMilliseconds,9:0.0} {figures.StateDropped,8}"));
    }

    private static string Collections(ServerFigures figures) =>
        string.Create(CultureInfo.InvariantCulture, $"{figures.Gen0}/{figures.Gen1}/{figures.Gen2}");
}
