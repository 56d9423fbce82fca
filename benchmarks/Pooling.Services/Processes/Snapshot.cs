using System.Runtime;

namespace Pooling.Services.Processes;

/// <summary>The resources that a process has used since its start.</summary>
/// <param name="Cpu">The processor time, in seconds.</param>
/// <param name="Bytes">The allocated bytes.</param>
/// <param name="Collections">The collections of each generation, without those of higher ones.</param>
/// <param name="Pause">The time for which collections stopped the process, in milliseconds.</param>
/// <param name="Peak">The greatest working set, in MB.</param>
/// <param name="WorkingSet">The working set now, in MB.</param>
/// <param name="IsServerGc">Whether the collector is that of servers.</param>
internal sealed record Snapshot(
    double Cpu, long Bytes, int[] Collections, double Pause, double Peak, double WorkingSet, bool IsServerGc)
{
    private const double Megabyte = 1 << 20;

    public static Snapshot Take()
    {
        using var process = Process.GetCurrentProcess();
        int[] counts = [GC.CollectionCount(0), GC.CollectionCount(1), GC.CollectionCount(2)];
        return new Snapshot(
            Environment.CpuUsage.TotalTime.TotalSeconds,
            GC.GetTotalAllocatedBytes(precise: true),
            [counts[0] - counts[1], counts[1] - counts[2], counts[2]],
            GC.GetTotalPauseDuration().TotalMilliseconds,
            process.PeakWorkingSet64 / Megabyte,
            process.WorkingSet64 / Megabyte,
            GCSettings.IsServerGC);
    }
}
