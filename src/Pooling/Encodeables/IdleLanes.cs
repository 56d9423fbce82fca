namespace Pooling.Encodeables;

/// <summary>Keeps the lanes of a type that can be unloaded: scopes bring them here when they end, so that nothing
/// outside the plug-in references the type.</summary>
/// <remarks>Costs each message one lock to rent and one to return the lane of each such type.</remarks>
internal sealed class IdleLanes
{
    private readonly Lock _gate = new();
    private readonly ScopeLane?[] _lanes = new ScopeLane?[Math.Max(8, 2 * Environment.ProcessorCount)];
    private int _count;
    private bool _isClosed;

    internal ScopeLane? TryTake()
    {
        using (LockHold.Of(_gate)) // an interrupt must not cut the end of a scope short
        {
            if (_count == 0)
                return null;

            ScopeLane? lane = _lanes[--_count];
            _lanes[_count] = null;
            return lane;
        }
    }

    /// <summary>Keeps an empty lane if there is room.</summary>
    internal void Keep(ScopeLane lane)
    {
        using (LockHold.Of(_gate)) // likewise
        {
            if (!_isClosed && _count < _lanes.Length)
                _lanes[_count++] = lane;
        }
    }

    internal void Close()
    {
        using (LockHold.Of(_gate)) // likewise
        {
            _isClosed = true;
            Array.Clear(_lanes, 0, _count);
            _count = 0;
        }
    }
}
