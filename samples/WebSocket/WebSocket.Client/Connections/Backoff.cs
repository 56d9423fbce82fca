namespace WebSockets.Client.Connections;

/// <summary>The waits between attempts to connect.</summary>
/// <param name="options">How long they are.</param>
internal sealed class Backoff(ConnectionOptions options)
{
    private const double Spread = 0.25; // so that not all clients of a server come at once

    private TimeSpan _next = options.ReconnectDelay;

    /// <summary>The next wait, which makes the one behind it longer.</summary>
    /// <param name="lasted">How long the connection lasted, or nothing if there was none.</param>
    public TimeSpan Next(TimeSpan lasted)
    {
        if (lasted >= options.StableAfter)
            _next = options.ReconnectDelay;

        TimeSpan delay = _next < options.MaxReconnectDelay ? _next : options.MaxReconnectDelay;
        _next = delay * 2;
        return delay * (1 - Spread + (2 * Spread * Random.Shared.NextDouble()));
    }
}
