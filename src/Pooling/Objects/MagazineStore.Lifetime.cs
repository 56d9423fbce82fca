using Pooling.Diagnostics;

namespace Pooling.Objects;

/// <content>Trimming, and the end of the pool.</content>
internal sealed partial class MagazineStore
{
    /// <summary>The neighbors in the list of <see cref="PoolRegistry"/>, which alone uses them: no collection, which
    /// would need memory when memory is short.</summary>
    internal MagazineStore? PreviousUndrained, NextUndrained;

    private volatile bool _abandoned;
    private bool _closed; // guarded by the depot's lock: set once the end of the pool is under way
    private bool _removed; // guarded by the lock: the id is free
    private int _trims; // guarded by the lock

    /// <summary>Whether the pool was collected: its items are left to their own finalizers.</summary>
    internal bool IsAbandoned => _abandoned;

    /// <summary>Whether a disposed pool has given up its id. For tests.</summary>
    internal bool IsRemoved => _removed;

    /// <summary>The number of trims of unused items. For tests.</summary>
    internal int Trims => Volatile.Read(ref _trims); // pairs with the write in TrimIdle

    /// <summary>Drops every idle item: those of the depot and the calling thread now, those of other threads when they
    /// next use the pool.</summary>
    internal void Trim()
    {
        AdoptOrphans();
        Work.Restart();
        ChangePartEpoch();
        var dropped = new List<object>();
        try
        {
            using (_depot.Enter())
                DrainAllLocked(dropped);
        }
        finally
        {
            Drop.Trimmed(dropped, this, quietly: false); // also what was taken before it ran out of memory
        }
    }

    /// <summary>Drops the items that were not needed since the last trim, and sends each thread through the slow path,
    /// where it shrinks if it has not needed the depot.</summary>
    internal void TrimIdle()
    {
        ChangePartEpoch();
        var dropped = new List<object>();
        try
        {
            using (_depot.Enter())
            {
                List<object>? ofDead = dropped;
                AdoptDeadLocked(ref ofDead);
                _depot.TrimTo(dropped);
                Volatile.Write(ref _trims, _trims + 1); // pairs with the read in Trims
                ClearPlaces();
                RemoveIfDrained();
            }
        }
        finally
        {
            Drop.Trimmed(dropped, this, quietly: true); // as in Trim
        }
    }

    /// <summary>Called after a generation-2 collection: trims if memory is short, or if a trim is due.</summary>
    internal void TrimAfterCollection(bool memoryIsShort)
    {
        if (memoryIsShort)
            Work.Restart();
        else if (!Work.IsDue())
            return;

        TrimIdle();
    }

    /// <summary>Ends the pool: drops the items of the depot and the calling thread now, those of other threads when
    /// they next use any pool or end.</summary>
    internal void Dispose()
    {
        var dropped = new List<object>();
        try
        {
            if (Close(dropped, abandons: false))
                Telemetry.Listened?.PoolDisposed(Name, GetCounters().InUse);
        }
        finally
        {
            Drop.All(dropped, this); // as in Trim
        }
    }

    /// <summary>Ends a pool that is no longer referenced. Its items are left to their own finalizers.</summary>
    internal void Abandon()
    {
        Close([], abandons: true);
    }

    /// <summary>Gives up the calling thread's items of this disposed pool.</summary>
    internal void Leave(ThreadMagazine own)
    {
        var dropped = new List<object>();
        try
        {
            using (_depot.Enter())
            {
                if (FindOwn() == own)
                    LeaveLocked(own, dropped);
            }
        }
        finally
        {
            Drop.Later(dropped, this); // as in Trim
        }
    }

    /// <returns><see langword="false"/> if the pool has already ended.</returns>
    private bool Close(List<object> dropped, bool abandons)
    {
        using (_depot.Enter())
        {
            if (_closed)
                return false;

            _closed = true;
            try
            {
                CloseLocked(dropped, abandons);
            }
            catch
            {
                _closed = false; // out of memory: the next call does the rest
                throw;
            }

            return true;
        }
    }

    private void CloseLocked(List<object> dropped, bool abandons)
    {
        ClearPlaces();
        _abandoned = abandons; // before what tells others that the pool has ended
        _disposed = true; // before waking threads, which read it
        ChangePartEpoch();
        _depot.Close();
        _depot.DrainTo(dropped, DropReason.Disposed);
        List<object>? ofDead = dropped;
        AdoptDeadLocked(ref ofDead);
        if (FindOwn() is { } own)
            LeaveLocked(own, dropped);

        if (RemoveIfDrained())
            return;

        PoolRegistry.KeepUntilDrained(this);
        for (int i = 0; i < _depot.Threads.Count; i++)
        {
            _depot.Threads[i].CloseHome();
            _depot.Threads[i].Thread.Wake();
        }
    }

    private void LeaveLocked(ThreadMagazine own, List<object> dropped)
    {
        DropList.Reserve(dropped, own.Count + 3); // with the spare item, and the home cell twice
        DetachHome(own, dropped);
        DrainLocked(own, dropped, DropReason.Disposed);
        own.Thread.Magazines![_id] = null;
        own.Detach(); // its slots, which are empty
        Unregister(own);
        RemoveIfDrained();
    }

    private void DetachHome(ThreadMagazine own, List<object> dropped)
    {
        if (own.DetachHome() is not { } home)
            return;

        dropped.Add(home);
        _depot.Dropped.Add(1, DropReason.Disposed);
    }

    /// <summary>Drains the depot and the calling thread now, the other threads when they next use the pool.</summary>
    private void DrainAllLocked(List<object> dropped)
    {
        _drains++;
        ClearPlaces();
        _depot.DrainTo(dropped, DropReason.Trim);
        if (FindOwn() is { } own)
            DrainLocked(own, dropped, DropReason.Trim);
    }

    private void DrainLocked(ThreadMagazine own, List<object> dropped, DropReason reason)
    {
        int before = dropped.Count;
        own.DrainTo(dropped);
        _depot.Dropped.Add(dropped.Count - before, reason);
    }

    /// <summary>Frees the id of a disposed pool once no thread holds items of it. Called within the lock.</summary>
    private bool RemoveIfDrained()
    {
        if (!_closed || _depot.Threads.Count > 0)
            return false;

        if (!_removed)
        {
            _removed = true;
            try
            {
                PoolRegistry.Remove(_id, this, _depot.GetStatistics());
            }
            catch
            {
                _removed = false; // out of memory: the next call does it
                throw;
            }
        }

        return true;
    }
}
