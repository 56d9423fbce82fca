namespace WebSockets.Client.Connections;

/// <summary>The waits between attempts to connect.</summary>
/// <param name="options">How long they are.</param>
internal sealed class Backoff(ConnectionOptions options)
{
    private const double Spread = 0.25; // so that not all clients of a server come at once

    private TimeSpan _next = options.ReconnectDelay;

    /// <summary>The next wait, which makes the one behind it longer.</summary>
    /// <param name="lasted">How long the connection lasted, or nothing if there was none.</param>
    /// <param name="asked">How long the server wants to be left alone, if it says so.</param>
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
