namespace WebSockets.Hub.Connections;

/// <summary>Limits a rate per second, with a burst after a pause. For one thread at a time.</summary>
internal struct TokenBucket
{
    private readonly TimeProvider _time;
    private readonly double _perSecond;
    private readonly double _burst;
    private double _tokens;
    private long _filled;

    /// <param name="perSecond">The amount per second.</param>
    /// <param name="burst">The amount at once after a pause.</param>
    /// <param name="time">The clock.</param>
    public TokenBucket(double perSecond, double burst, TimeProvider time)
    {
        _time = time;
        _perSecond = perSecond;
        _burst = burst;
        _tokens = burst;
        _filled = time.GetTimestamp();
    }

    /// <summary>Takes tokens if there is at least one. Taking more than there are leaves a debt.</summary>
    /// <returns>Zero if they were taken; otherwise the time until there is a token.</returns>
    public TimeSpan TryTake(double count)
    {
        TimeSpan wait = UntilNext();
        if (wait == TimeSpan.Zero)
            _tokens -= count;

        return wait;
    }

    /// <summary>Takes tokens in any case. Missing tokens are a debt.</summary>
    public void Take(double count) => _tokens -= count;

    /// <summary>Returns the time until there is a token; zero if there is one now.</summary>
    public TimeSpan UntilNext()
    {
        long now = _time.GetTimestamp();
        _tokens = Math.Min(_burst, _tokens + (_time.GetElapsedTime(_filled, now).TotalSeconds * _perSecond));
        _filled = now;
        return _tokens >= 1 ? TimeSpan.Zero : TimeSpan.FromMilliseconds(Math.Ceiling((1 - _tokens) * 1000 / _perSecond));
    }
}
