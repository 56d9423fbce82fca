namespace WebSockets.Hub.Connections;

/// <summary>So much a second, and so much at once after a pause. For one thread at a time.</summary>
internal struct TokenBucket
{
    private readonly TimeProvider _time;
    private readonly double _perSecond;
    private readonly double _burst;
    private double _tokens;
    private long _filled;

    /// <param name="perSecond">How much a second.</param>
    /// <param name="burst">How much at once.</param>
    /// <param name="time">The clock.</param>
    public TokenBucket(double perSecond, double burst, TimeProvider time)
    {
        _time = time;
        _perSecond = perSecond;
        _burst = burst;
        _tokens = burst;
        _filled = time.GetTimestamp();
    }

    /// <summary>Takes tokens if there is one: what takes more than there are leaves a debt.</summary>
    /// <returns>Zero if they were taken; if not, after how long there will be one.</returns>
    public TimeSpan TryTake(double count)
    {
        TimeSpan wait = UntilNext();
        if (wait == TimeSpan.Zero)
            _tokens -= count;

        return wait;
    }

    /// <summary>Takes tokens whether there are any or not: what is missing is a debt.</summary>
    public void Take(double count) => _tokens -= count;

    /// <summary>After how long there will be a token; zero for now.</summary>
    public TimeSpan UntilNext()
    {
        long now = _time.GetTimestamp();
        _tokens = Math.Min(_burst, _tokens + (_time.GetElapsedTime(_filled, now).TotalSeconds * _perSecond));
        _filled = now;
        return _tokens >= 1 ? TimeSpan.Zero : TimeSpan.FromMilliseconds(Math.Ceiling((1 - _tokens) * 1000 / _perSecond));
    }
}
