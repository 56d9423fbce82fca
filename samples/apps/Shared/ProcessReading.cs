using System.Diagnostics;

namespace Pooling.Samples;

/// <summary>The resources that this process has used so far.</summary>
/// <param name="ForReports">The bytes allocated for reports.</param>
internal sealed record ProcessReading(long ForReports)
{
    public long Timestamp { get; } = Stopwatch.GetTimestamp();

    /// <summary>The bytes allocated by all threads, including reports.</summary>
    public long Allocated { get; } = GC.GetTotalAllocatedBytes(precise: true);

    public int Gen0 { get; } = GC.CollectionCount(0);

    public int Gen1 { get; } = GC.CollectionCount(1);

    public int Gen2 { get; } = GC.CollectionCount(2);

    public double PauseMilliseconds { get; } = GC.GetTotalPauseDuration().TotalMilliseconds;

    public double ProcessorMilliseconds { get; } = Environment.CpuUsage.TotalTime.TotalMilliseconds;
}
