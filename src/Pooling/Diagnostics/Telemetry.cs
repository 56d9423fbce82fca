using System.Diagnostics.Metrics;

namespace Pooling.Diagnostics;

/// <summary>Starts the meter and the event source of the library.</summary>
internal static class Telemetry
{
    // In milliseconds. The meter takes some to make, and would compete with the first rentals of the process for a
    // processor.
    private const int Delay = 100;

    private static Func<bool, List<PoolReading>>? s_read;
    private static ITimer? s_timer; // where there are no threads, until the meter exists
    private static volatile PoolingEventSource? s_log;

    /// <summary>The event source if somebody listens; <see langword="null"/> otherwise, and until the process has used
    /// pools for a moment.</summary>
    internal static PoolingEventSource? Listened => s_log is { } log && log.IsEnabled() ? log : null;

    /// <summary>Starts them beside the caller, a moment after the call.</summary>
    /// <param name="read">A function that reads all pools, with their bytes or without.</param>
    /// <remarks>A thread, not a timer: in a process that has none yet, the first timer takes the caller 4 ms, which is
    /// half of the time of its first rental.</remarks>
    internal static void StartSoon(Func<bool, List<PoolReading>> read)
    {
        s_read = read;
        try
        {
            LibraryThread.Start(Start, Delay);
        }
#pragma warning disable CA1031 // a browser has no threads, and a system that has no more throws others
        catch
#pragma warning restore CA1031
        {
            StartTimer();
        }
    }

    private static void StartTimer()
    {
        try
        {
            s_timer = DetachedTimer.Create(TimeProvider.System, static _ => Start(), null);
            s_timer.Change(TimeSpan.FromMilliseconds(Delay), Timeout.InfiniteTimeSpan);
        }
#pragma warning disable CA1031 // without memory for a timer, pools do without a meter
        catch
#pragma warning restore CA1031
        {
        }
    }

    private static void Start()
    {
        try
        {
            Interlocked.Exchange(ref s_timer, null)?.Dispose();
            _ = new PoolMeter(new Meter(PoolMeter.Name), s_read!);
            s_log = new PoolingEventSource();
        }
#pragma warning disable CA1031 // listeners are user code: their exceptions must not end the process
        catch
#pragma warning restore CA1031
        {
        }
    }
}
