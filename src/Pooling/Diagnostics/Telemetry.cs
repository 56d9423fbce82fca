using System.Diagnostics.Metrics;

namespace Pooling.Diagnostics;

/// <summary>Holds the meter and the event source of the library.</summary>
internal static class Telemetry
{
    /// <summary>Whether the process has used pools for a moment, so that there is an event source. A field, and none of
    /// the type of the source, which the first pool of a process would have to load.</summary>
    internal static volatile bool HasBegun;

    private static PoolingEventSource? s_log;

    /// <summary>The event source if somebody listens; <see langword="null"/> otherwise.</summary>
    internal static PoolingEventSource? Listened => HasBegun && s_log!.IsEnabled() ? s_log : null;

    /// <summary>Starts both, which takes some milliseconds.</summary>
    /// <param name="read">A function that reads all pools, with their bytes or without.</param>
    internal static void Start(Func<bool, List<PoolReading>> read)
    {
        try
        {
            _ = new PoolMeter(new Meter(PoolMeter.Name), read);
            s_log = new PoolingEventSource();
            HasBegun = true; // publishes the source
        }
#pragma warning disable CA1031 // listeners are user code: their exceptions must not end the process
        catch
#pragma warning restore CA1031
        {
        }
    }
}
