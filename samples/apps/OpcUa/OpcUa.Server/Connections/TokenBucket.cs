namespace OpcUa.Server.Connections;

/// <summary>Limits a rate per second. After a pause, the amount of a whole second is available at once. For one thread at a time.</summary>
internal struct TokenBucket(int perSecond)
{
    private double _tokens = perSecond;
    private long _filled = long.MinValue; // in milliseconds; not before the first call

    public bool TryTake(long now)
    {
        if (_filled != long.MinValue)
            _tokens = Math.Min(perSecond, _tokens + ((now - _filled) * perSecond / 1000.0));

        _filled = now;
        if (_tokens < 1)
            return false;

        _tokens--;
        return true;
    }
}
