using System.Net.WebSockets;

namespace WebSockets.Client.Connections;

/// <summary>Aborts a socket that receives nothing, or whose peer accepts nothing. It checks counters from time to time, so that messages do
/// not read the clock.</summary>
/// <remarks>The timer runs one check at a time, because each check starts the next.</remarks>
internal sealed class ConnectionWatch : IDisposable
{
    private const int LooksInTimeout = 4;

    private readonly WebSocket _socket;
    private readonly IMessageReceiver _receiver;
    private readonly IOutbox _outbox;
    private readonly ConnectionOptions _options;
    private readonly TimeSpan _period;
    private readonly ITimer _timer;
    private long _parts = -1;
    private long _partsSince;
    private long _sent = -1;
    private long _sentSince;
    private volatile int _reason = -1;

    public ConnectionWatch(WebSocket socket, IMessageReceiver receiver, IOutbox outbox, ConnectionOptions options)
    {
        _socket = socket;
        _receiver = receiver;
        _outbox = outbox;
        _options = options;
        TimeSpan shortest = options.InactivityTimeout is { } inactivity && inactivity < options.SendTimeout
            ? inactivity
            : options.SendTimeout;
        _period = shortest / LooksInTimeout;
        _timer = options.TimeProvider.CreateTimer(
            static watch => ((ConnectionWatch)watch!).Look(), this, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
        Look();
    }

    /// <summary>Gets the reason for which the socket was aborted, or <see langword="null"/> if it was not.</summary>
    public DisconnectReason? Reason => _reason < 0 ? null : (DisconnectReason)_reason;

    public void Dispose() => _timer.Dispose();

    private void Look()
    {
        long now = _options.TimeProvider.GetTimestamp();
        if (_options.InactivityTimeout is { } timeout && IsStill(now, _receiver.Parts, ref _parts, ref _partsSince, timeout))
            Abort(DisconnectReason.Inactive);
        else if (IsStill(now, _outbox.IsSending ? _outbox.Sent : -1, ref _sent, ref _sentSince, _options.SendTimeout) && _sent >= 0)
            Abort(DisconnectReason.SendTimedOut);
        else
            _timer.Change(_period, Timeout.InfiniteTimeSpan);
    }

    private bool IsStill(long now, long counter, ref long last, ref long since, TimeSpan timeout)
    {
        if (counter == last)
            return _options.TimeProvider.GetElapsedTime(since, now) >= timeout;

        last = counter;
        since = now;
        return false;
    }

    private void Abort(DisconnectReason reason)
    {
        _reason = (int)reason;
        _socket.Abort();
    }
}
