namespace WebSockets.Client.Connections;

/// <summary>Computes the delays between attempts to connect.</summary>
/// <param name="options">The options with the delays.</param>
internal sealed class Backoff(ConnectionOptions options)
{
    private const double Spread = 0.25; // so that not all clients of a server connect at the same time

    private TimeSpan _next = options.ReconnectDelay;

    /// <summary>Returns the next delay, and increases the following one.</summary>
    /// <param name="lasted">The duration of the last connection, or zero if there was none.</param>
    /// <param name="asked">The delay that the server requested, if it did.</param>
    public TimeSpan Next(TimeSpan lasted, TimeSpan? asked = null)
    {
        if (lasted >= options.StableAfter)
            _next = options.ReconnectDelay;

        TimeSpan delay = Shorter(_next, options.MaxReconnectDelay);
        _next = delay * 2;
        delay *= 1 - Spread + (2 * Spread * Random.Shared.NextDouble());
        TimeSpan least = asked is { } time && time > TimeSpan.Zero ? Shorter(time, options.MaxRetryAfter) : TimeSpan.Zero;
        least *= 1 + (Spread * Random.Shared.NextDouble()); // not sooner
        return least > delay ? least : delay;
    }

    private static TimeSpan Shorter(TimeSpan one, TimeSpan other) => one < other ? one : other;
}
