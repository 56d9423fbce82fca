namespace Pooling.GameServer.Connections;

/// <summary>So many a second, and as many at once after a pause. For one thread at a time.</summary>
/// <param name="perSecond">How many, 1 or more.</param>
internal struct TokenBucket(int perSecond)
{
    private double _tokens = perSecond;
    private long _filled = long.MinValue; // in milliseconds; not before the first call

    /// <summary>Takes one.</summary>
    /// <param name="now">The time, in milliseconds.</param>
    /// <returns>0 if there was one; if not, after how many milliseconds there will be.</returns>
    public int TryTake(long now)
    {
        int wait = MillisecondsUntilNext(now);
        if (wait == 0)
            _tokens--;

        return wait;
    }

    /// <summary>After how many milliseconds there will be one; 0 for now.</summary>
    public int MillisecondsUntilNext(long now)
    {
        if (_filled != long.MinValue)
            _tokens = Math.Min(perSecond, _tokens + ((now - _filled) * perSecond / 1000.0));

        _filled = now;
        return _tokens >= 1 ? 0 : Math.Max(1, (int)Math.Ceiling((1 - _tokens) * 1000 / perSecond));
    }
}
