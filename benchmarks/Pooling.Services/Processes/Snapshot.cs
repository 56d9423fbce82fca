using System.Runtime;

namespace Pooling.Services.Processes;

/// <summary>The resources that a process has used since its start.</summary>
/// <param name="Cpu">The processor time, in seconds.</param>
/// <param name="BytesBefore">The bytes that were allocated before this was read, which allocates.</param>
/// <param name="Bytes">The bytes that were allocated after that.</param>
/// <param name="Collections">The collections of each generation, without those of higher ones.</param>
/// <param name="Pause">The time for which collections stopped the process, in milliseconds.</param>
/// <param name="Peak">The greatest working set, in MB.</param>
/// <param name="WorkingSet">The working set now, in MB.</param>
/// <param name="IsServerGc">Whether the collector is that of servers.</param>
internal sealed record Snapshot(
    double Cpu, long BytesBefore, long Bytes, int[] Collections, double Pause, double Peak, double WorkingSet,
    bool IsServerGc)
{
    private const double Megabyte = 1 << 20;

    public static Snapshot Take()
    {
        long before = GC.GetTotalAllocatedBytes(precise: true);
        using var process = Process.GetCurrentProcess();
        double peak = process.PeakWorkingSet64 / Megabyte, workingSet = process.WorkingSet64 / Megabyte;
        int[] counts = [GC.CollectionCount(0), GC.CollectionCount(1), GC.CollectionCount(2)];
        return new Snapshot(
            Environment.CpuUsage.TotalTime.TotalSeconds,
            before,
            GC.GetTotalAllocatedBytes(precise: true),
            [counts[0] - counts[1], counts[1] - counts[2], counts[2]],
            GC.GetTotalPauseDuration().TotalMilliseconds,
            peak,
            workingSet,
            GCSettings.IsServerGC);
    }
}
