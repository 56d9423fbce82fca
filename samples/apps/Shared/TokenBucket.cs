namespace Pooling.Samples;

/// <summary>Allows a number of events per second, and as many at once after a pause.</summary>
/// <param name="perSecond">The number of events, 1 or more.</param>
/// <remarks>
/// <para>Thread safety: one thread at a time.</para>
/// <para>Allocation: none.</para>
/// </remarks>
internal struct TokenBucket(int perSecond)
{
    private double _tokens = perSecond;
    private long _filled = long.MinValue; // in milliseconds; set by the first call

    /// <summary>Attempts to take a token.</summary>
    /// <param name="now">The current time in milliseconds.</param>
    /// <returns>0 if there was a token; otherwise the number of milliseconds until the next one.</returns>
    public int TryTake(long now)
    {
        int wait = MillisecondsUntilNext(now);
        if (wait == 0)
            _tokens--;

        return wait;
    }

    /// <summary>Returns the number of milliseconds until the next token; 0 if there is one now.</summary>
    /// <param name="now">The current time in milliseconds.</param>
    public int MillisecondsUntilNext(long now)
    {
        if (_filled != long.MinValue)
            _tokens = Math.Min(perSecond, _tokens + ((now - _filled) * perSecond / 1000.0));

        _filled = now;
        return _tokens >= 1 ? 0 : Math.Max(1, (int)Math.Ceiling((1 - _tokens) * 1000 / perSecond));
    }
}
