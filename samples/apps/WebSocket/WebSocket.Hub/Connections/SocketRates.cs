using WebSockets.Hub.Hosting;

namespace WebSockets.Hub.Connections;

/// <summary>The rates at which one socket may send. Receiving loop only.</summary>
internal sealed class SocketRates(HubLimits limits, TimeProvider time)
{
    private TokenBucket _messages = new(limits.MessagesPerSecond, limits.MessagesPerSecond, time);
    private TokenBucket _inflated = new(limits.InflatedPerSecond, limits.InflatedPerSecond, time);
    private TokenBucket _controls = new(limits.ControlFramesPerSecond, limits.ControlFramesPerSecond, time);

    /// <summary>Counts a message.</summary>
    /// <returns>Zero if it may be handled now; otherwise the time to wait before the next attempt.</returns>
    public TimeSpan TryTakeMessage() => _messages.TryTake(1);

    /// <summary>Counts a compressed message, before it is inflated.</summary>
    /// <returns>Zero if it may be inflated now; otherwise the time to wait before the next attempt.</returns>
    public TimeSpan TryTakeCompressed()
    {
        TimeSpan wait = _inflated.UntilNext();
        return wait > TimeSpan.Zero ? wait : TryTakeMessage();
    }

    /// <summary>Counts the inflated size of a message, which may exceed the limit. The next message then waits.</summary>
    public void AddInflated(long bytes) => _inflated.Take(bytes);

    /// <summary>Counts a ping or pong.</summary>
    /// <returns><see langword="false"/> if the limit is exceeded.</returns>
    public bool TryTakeControl() => _controls.TryTake(1) == TimeSpan.Zero;
}
