namespace Pooling.GameServer.Connections;

/// <summary>Counts events within a second. For one thread at a time.</summary>
internal struct RateWindow
{
    private const long Milliseconds = 1000;

    private long _start;
    private int _count;

    /// <summary>Counts an event.</summary>
    /// <param name="now">The current time in milliseconds.</param>
    /// <param name="most">The maximum number of events in a second.</param>
    /// <returns><see langword="false"/> if the limit is exceeded.</returns>
    public bool TryAdd(long now, int most)
    {
        if (now - _start >= Milliseconds)
        {
            _start = now;
            _count = 0;
        }

        if (_count >= most)
            return false;

        _count++;
        return true;
    }
}
