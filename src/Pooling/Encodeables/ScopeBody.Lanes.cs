using System.Runtime.CompilerServices;

namespace Pooling.Encodeables;

/// <content>Adding and removing lanes.</content>
internal sealed partial class ScopeBody
{
    private const int LongestKept = 128;

    private ScopeLane AddLane(ScopeLane lane)
    {
        int id = lane.Id;
        if (id >= _lanes.Length)
            Array.Resize(ref _lanes, Math.Max(id + 1, Math.Max(8, _lanes.Length * 2)));

        _lanes[id] = lane;
        _hasGuests |= lane.Home is not null;
        return lane;
    }

    /// <summary>Gives up the lanes of types that can be unloaded, so that an idle scope does not keep them
    /// alive.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void SendGuestsHome()
    {
        _hasGuests = false;
        for (int id = 0; id < _lanes.Length; id++) // all of them, including one that could not be listed
        {
            if (_lanes[id] is { Home: { } home } lane)
            {
                _lanes[id] = null;
                home.Keep(lane);
            }
        }

        Array.Clear(_used, 0, _usedCount);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void RemoveDeadLanes()
    {
        // pairs with the increment in OnTypeDisposed; before the work that it requires
        _typesDisposed = Volatile.Read(ref s_typesDisposed);
        for (int id = 0; id < _lanes.Length; id++)
        {
            if (_lanes[id] is { IsDead: true })
                _lanes[id] = null;
        }

        Array.Clear(_used, 0, _used.Length); // stale, because no scope is open
        ShrinkIfTooLong();
    }

    /// <summary>Replaces an array that is as long as the id of a type that has ended.</summary>
    private void ShrinkIfTooLong()
    {
        int used = _lanes.Length;
        while (used > 0 && _lanes[used - 1] is null)
            used--;

        if (_lanes.Length <= LongestKept || used > _lanes.Length / 8)
            return;

        try
        {
            Array.Resize(ref _lanes, 2 * used);
        }
        catch (OutOfMemoryException)
        {
            // the longer one remains
        }
    }
}
