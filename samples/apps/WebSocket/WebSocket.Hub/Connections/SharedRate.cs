namespace WebSockets.Hub.Connections;

/// <summary>The rate of work of the sockets of an address. Any thread.</summary>
/// <param name="perSecond">The amount that is allowed per second, and at once after a pause.</param>
/// <param name="time">The clock.</param>
internal sealed class SharedRate(double perSecond, TimeProvider time)
{
    private readonly Lock _lock = new();
    private TokenBucket _bucket = new(perSecond, perSecond, time);

    /// <summary>Gets whether the limit is exceeded.</summary>
    public bool IsOver
    {
        get
        {
            lock (_lock)
                return _bucket.UntilNext() > TimeSpan.Zero;
        }
    }

    /// <summary>Counts an amount of one of the sockets. While the limit is exceeded, nothing more is counted, because it would delay other
    /// sockets for a long time.</summary>
    public void Add(double count)
    {
        lock (_lock)
        {
            if (_bucket.UntilNext() == TimeSpan.Zero)
                _bucket.Take(count);
        }
    }
}
