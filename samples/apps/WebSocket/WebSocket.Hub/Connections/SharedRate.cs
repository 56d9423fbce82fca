namespace WebSockets.Hub.Connections;

/// <summary>How much the sockets of an address do in a second. Any thread.</summary>
/// <param name="perSecond">How much they may do, and at once after a pause.</param>
/// <param name="time">The clock.</param>
internal sealed class SharedRate(double perSecond, TimeProvider time)
{
    private readonly Lock _lock = new();
    private TokenBucket _bucket = new(perSecond, perSecond, time);

    /// <summary>Whether they have done more than they may.</summary>
    public bool IsOver
    {
        get
        {
            lock (_lock)
                return _bucket.UntilNext() > TimeSpan.Zero;
        }
    }

    /// <summary>Counts what one of them has done. What is more than all may is not counted: it would take others long to make up for.
    /// </summary>
    public void Add(double count)
    {
        lock (_lock)
        {
            if (_bucket.UntilNext() == TimeSpan.Zero)
                _bucket.Take(count);
        }
    }
}
