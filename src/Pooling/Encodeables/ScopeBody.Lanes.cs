using System.Runtime.CompilerServices;

namespace Pooling.Encodeables;

/// <content>Adding and removing lanes.</content>
internal sealed partial class ScopeBody
{
    private ScopeLane AddLane(ScopeLane lane)
    {
        int id = lane.Id;
        if (id >= _lanes.Length)
            Array.Resize(ref _lanes, Math.Max(id + 1, Math.Max(8, _lanes.Length * 2)));

        _lanes[id] = lane;
        _hasGuests |= lane.Home is not null;
        return lane;
    }

    /// <summary>Gives up the lanes of types that can be unloaded, so that an idle scope does not keep them alive.</summary>
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
        _typesDisposed = Volatile.Read(ref s_typesDisposed); // pairs with the increment in OnTypeDisposed; before the work that it requires
        for (int id = 0; id < _lanes.Length; id++)
        {
            if (_lanes[id] is { IsDead: true })
                _lanes[id] = null;
        }

        Array.Clear(_used, 0, _used.Length); // stale, because no scope is open
    }
}
