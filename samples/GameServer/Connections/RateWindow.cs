namespace Pooling.GameServer.Connections;

/// <summary>Counts what happens in a second. For one thread at a time.</summary>
internal struct RateWindow
{
    private const long Milliseconds = 1000;

    private long _start;
    private int _count;

    /// <summary>Counts one more.</summary>
    /// <param name="now">The time, in milliseconds.</param>
    /// <param name="most">How many a second has room for.</param>
    /// <returns><see langword="false"/> if this is one too many.</returns>
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
