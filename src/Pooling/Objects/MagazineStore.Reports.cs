using Pooling.Diagnostics;

namespace Pooling.Objects;

/// <content>What the pool tells its metrics and events.</content>
internal sealed partial class MagazineStore
{
    private int _limitReported; // 1 from the first drop at the limit to the next trim

    /// <summary>The name and the counts of the pool, for debuggers and logs.</summary>
    internal string DebuggerText => Describe(Name, GetCounters());

    /// <summary>Describes a pool for debuggers and logs.</summary>
    internal static string Describe(string name, PoolStatistics statistics) =>
        $"{name}: Retained = {statistics.Retained + statistics.RetainedParts}, InUse = {statistics.InUse}";

    /// <summary>Returns the counters and limits for the metrics.</summary>
    /// <param name="withBytes">Whether to visit the items for their bytes.</param>
    internal PoolReading Read(bool withBytes) => new()
    {
        Name = Name,
        Statistics = withBytes ? GetStatistics() : GetCounters(),
        MaxRetained = _disposed ? 0 : _depot.MaxItems,
        MaxRetainedPerThread = _disposed ? 0 : _perThread,
        MaxBytes = _disposed ? 0 : MaxBytes,
    };

    private void ReportCreated() => Telemetry.Listened?.PoolCreated(Name, _depot.MaxItems, _perThread);

    internal void ReportTrim(List<object> dropped)
    {
        Volatile.Write(ref _limitReported, 0); // pairs with the exchange in ReportLimit
        if (dropped.Count > 0)
            Telemetry.Listened?.PoolTrimmed(Name, dropped.Count);
    }

    /// <summary>Called without the lock after items were dropped because there was no room.</summary>
    private void ReportLimit()
    {
        // pairs with itself and the write in ReportTrim: one of several threads reports
        if (!_disposed && !KeepsNothing && Telemetry.Listened is { } log
            && Interlocked.Exchange(ref _limitReported, 1) == 0)
        {
            log.LimitReached(Name, _depot.MaxItems);
        }
    }
}
