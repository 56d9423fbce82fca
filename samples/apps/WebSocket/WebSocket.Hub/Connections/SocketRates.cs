using WebSockets.Hub.Hosting;

namespace WebSockets.Hub.Connections;

/// <summary>How much one socket may send. Its receiving loop only.</summary>
internal sealed class SocketRates(HubLimits limits, TimeProvider time)
{
    private TokenBucket _messages = new(limits.MessagesPerSecond, limits.MessagesPerSecond, time);
    private TokenBucket _inflated = new(limits.InflatedPerSecond, limits.InflatedPerSecond, time);
    private TokenBucket _controls = new(limits.ControlFramesPerSecond, limits.ControlFramesPerSecond, time);

    /// <summary>Counts a message.</summary>
    /// <returns>Zero if it may be handled now; if not, when to ask again.</returns>
    public TimeSpan TryTakeMessage() => _messages.TryTake(1);

    /// <summary>Counts a compressed message, before it is inflated.</summary>
    /// <returns>Zero if it may be inflated now; if not, when to ask again.</returns>
    public TimeSpan TryTakeCompressed()
    {
        TimeSpan wait = _inflated.UntilNext();
        return wait > TimeSpan.Zero ? wait : TryTakeMessage();
    }

    /// <summary>Counts what a message has become, which may be more than is left: the next one waits for it.</summary>
    public void AddInflated(long bytes) => _inflated.Take(bytes);

    /// <summary>Counts a ping or pong.</summary>
    /// <returns><see langword="false"/> if it is one too many.</returns>
    public bool TryTakeControl() => _controls.TryTake(1) == TimeSpan.Zero;
}
