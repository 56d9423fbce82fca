namespace WebSockets.App.Loads;

/// <summary>The counters of a load and its process at one moment.</summary>
internal sealed record LoadReading(ProcessReading Process, long Sent, long Received, long Waiting, int[] Latencies)
{
    public static LoadReading Of(ProcessMeter process, Load load) =>
        new(process.Read(), load.Sent, load.Received, load.Waiting, load.Latencies);
}
