using Pooling.Services.Loads;

namespace Pooling.Services.Processes;

/// <summary>One run of a service. Figures are those of one message where they say so.</summary>
/// <param name="Answers">The load's description of the answers.</param>
/// <param name="Seconds">The seconds until the last answer.</param>
/// <param name="Rate">The messages of a second.</param>
/// <param name="Cpu">The processor time of the service for a message, in microseconds.</param>
/// <param name="Latency">p50, p99, p99.9 and the greatest, in microseconds.</param>
/// <param name="Bytes">The bytes that the service allocated for a message.</param>
/// <param name="Collections">The collections of each generation in a minute.</param>
/// <param name="Pause">The milliseconds in a minute for which they stopped the service.</param>
/// <param name="Peak">The greatest working set, in MB.</param>
/// <param name="IsServerGc">Whether the collector was that of servers.</param>
internal sealed record RunResult(
    string Answers, double Seconds, double Rate, double Cpu, double[] Latency, double Bytes, double[] Collections,
    double Pause, double Peak, bool IsServerGc)
{
    /// <summary>Gets the working set a minute after the load, in MB; <see langword="null"/> if it is not
    /// measured.</summary>
    public Task<double>? Idle { get; init; }

    public static RunResult Of(ServiceCase service, string answers, LoadResult load, Snapshot before, Snapshot after)
    {
        double messages = (double)load.Messages * service.PerPacket;
        double minutes = load.Seconds / 60;
        return new RunResult(
            answers,
            load.Seconds,
            messages / load.Seconds,
            (after.Cpu - before.Cpu) * 1e6 / messages,
            [load.P50, load.P99, load.P999, load.Max],
            (after.BytesBefore - before.Bytes) / messages,
            [.. after.Collections.Zip(before.Collections, (last, first) => (last - first) / minutes)],
            (after.Pause - before.Pause) / minutes,
            after.Peak,
            after.IsServerGc);
    }
}
