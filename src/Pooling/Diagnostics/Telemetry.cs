using System.Diagnostics.Metrics;

namespace Pooling.Diagnostics;

/// <summary>Starts the meter and the event source of the library.</summary>
internal static class Telemetry
{
    // In milliseconds. The meter takes some to make, and would compete with the first rentals of the process for a processor.
    private const int Delay = 100;

    private static Timer? s_timer; // until the meter exists

    /// <summary>Starts them on the thread pool, a moment after the call.</summary>
    /// <param name="read">A function that reads all pools, with their bytes or without.</param>
    internal static void StartSoon(Func<bool, List<PoolReading>> read) =>
        s_timer = new Timer(Start, read, Delay, Timeout.Infinite);

    private static void Start(object? read)
    {
        Interlocked.Exchange(ref s_timer, null)?.Dispose(); // it keeps the execution context of the first rental
        try
        {
            _ = new PoolMeter(new Meter(PoolMeter.Name), (Func<bool, List<PoolReading>>)read!);
            PoolingEventSource.Start();
        }
#pragma warning disable CA1031 // listeners are user code: their exceptions must not end the process from a timer
        catch
#pragma warning restore CA1031
        {
        }
    }
}
