namespace WebSockets.App.Loads;

/// <summary>Everything that a load and its process count, at one moment.</summary>
internal sealed record LoadReading(ProcessReading Process, long Sent, long Received, long Waiting, int[] Latencies)
{
    public static LoadReading Of(ProcessMeter process, Load load) =>
        new(process.Read(), load.Sent, load.Received, load.Waiting, load.Latencies);
}
