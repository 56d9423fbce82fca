namespace Pooling.Objects;

/// <content>Trimming, and the end of the pool.</content>
internal sealed partial class MagazineStore
{
    private volatile bool _abandoned;
    private bool _removed; // guarded by the depot's lock: the id is free
    private int _trimPosted; // 1 from the request for a trim to its end: further requests join it
    private long _trims;

    /// <summary>Whether a disposed pool has given up its id. For tests.</summary>
    internal bool IsRemoved => _removed;

    /// <summary>The number of trims of unused items. For tests.</summary>
    internal long Trims => Volatile.Read(ref _trims); // pairs with the write in TrimIdle

    /// <summary>Drops every idle item: those of the depot and the calling thread now, those of other threads when they next use the
    /// pool.</summary>
    internal void Trim()
    {
        AdoptOrphans();
        RestartClock();
        ChangePartEpoch();
        var dropped = new List<object>();
        using (_depot.Enter())
        {
            if (!_disposed)
                ChangeKey(drains: true);

            _depot.DrainTo(dropped);
            ThreadMagazines own = FindOwn();
            if (own.Store == this)
                DrainLocked(own, dropped);
        }

        Drop.All(dropped, this);
    }

    /// <summary>Drops the items that were not needed since the last trim, and takes credit back from threads that were idle
    /// since.</summary>
    internal void TrimIdle()
    {
        ChangePartEpoch();
        var dropped = new List<object>();
        using (_depot.Enter())
        {
            List<object>? ofDead = dropped;
            AdoptDeadLocked(ref ofDead);
            if (_depot.HasThreads && !_disposed)
            {
                ReclaimCredit(except: null, silentOnly: true);
                ChangeKey(drains: false); // a thread that has not seen it by the next trim was idle all that time
            }

            _depot.TrimTo(dropped);
            RemoveIfDrained();
            Volatile.Write(ref _trims, _trims + 1); // pairs with the read in Trims
        }

        if (!_abandoned)
            Drop.AllQuietly(dropped, this);
    }

    /// <summary>Called after a generation-2 collection: trims if memory is short, or if a trim is due.</summary>
    internal void TrimAfterCollection(bool memoryIsShort)
    {
        if (memoryIsShort)
            RestartClock();
        else if (!IsTrimDue())
            return;

        TrimIdle();
    }

    /// <summary>Runs a posted trim. The store itself is the work item, so that posting does not allocate.</summary>
    void IThreadPoolWorkItem.Execute()
    {
        try
        {
            TrimIdle();
        }
        finally
        {
            Volatile.Write(ref _trimPosted, 0); // pairs with the exchange in PostTrimIfDue
        }
    }

    /// <summary>Ends the pool: items in the depot and of the calling thread are dropped now, those of other threads when they next use any
    /// pool or end.</summary>
    internal void Dispose()
    {
        var dropped = new List<object>();
        Close(dropped, abandons: false);
        Drop.All(dropped, this);
    }

    /// <summary>Ends a pool that is no longer referenced. Its items are left to their own finalizers, which may already have run.</summary>
    internal void Abandon()
    {
        Close([], abandons: true);
    }

    /// <summary>Gives up the calling thread's items of this disposed pool.</summary>
    internal void Leave(ThreadMagazines own)
    {
        var dropped = new List<object>();
        using (_depot.Enter())
        {
            if (FindOwn() == own)
                LeaveLocked(own, dropped);
        }

        if (!_abandoned)
            Drop.Later(dropped, this);
    }

    private void Close(List<object> dropped, bool abandons)
    {
        using (_depot.Enter())
        {
            if (_disposed)
                return;

            ChangeKey(drains: false);
            _disposed = true; // before waking threads, which read it
            _abandoned = abandons;
            ChangePartEpoch();
            _depot.Close();
            _depot.DrainTo(dropped);
            List<object>? ofDead = dropped;
            AdoptDeadLocked(ref ofDead);
            ThreadMagazines own = FindOwn();
            if (own.Store == this)
                LeaveLocked(own, dropped);

            if (!RemoveIfDrained())
            {
                PoolRegistry.KeepUntilDrained(this);
                for (int i = 0; i < _depot.ThreadCount; i++)
                {
                    _depot.Thread(i).CloseHome();
                    _depot.Thread(i).Owner!.Wake();
                }
            }
        }
    }

    private void LeaveLocked(ThreadMagazines own, List<object> dropped)
    {
        DetachHome(own, dropped);
        DrainLocked(own, dropped);
        ThreadMagazineTable.Set(_id, ThreadMagazines.None);
        own.Detach();
        Unregister(own);
        RemoveIfDrained();
    }

    private void DetachHome(ThreadMagazines own, List<object> dropped)
    {
        if (own.DetachHome() is not { } home)
            return;

        dropped.Add(home);
        _depot.Dropped++;
    }

    private void DrainLocked(ThreadMagazines own, List<object> dropped)
    {
        int before = dropped.Count;
        own.DrainTo(dropped);
        _depot.Dropped += dropped.Count - before;
    }

    /// <summary>Requests a trim if one is due.</summary>
    private void PostTrimIfDue()
    {
        if (_clock.IsDue())
            PostTrim();
    }

    /// <summary>Requests a trim unless one is pending.</summary>
    internal void PostTrim()
    {
        if (Interlocked.Exchange(ref _trimPosted, 1) != 0) // pairs with the writes here and in Execute
            return;

        try
        {
            WorkQueue.Post(this);
        }
        catch
        {
            Volatile.Write(ref _trimPosted, 0); // pairs with the exchange above: the next request posts again
            throw;
        }
    }

    private bool IsTrimDue()
    {
        try
        {
            return _clock.IsDue();
        }
#pragma warning disable CA1031 // a failing clock is ignored here; the pool's next caller gets the exception
        catch
#pragma warning restore CA1031
        {
            return false;
        }
    }

    private void RestartClock()
    {
        try
        {
            _clock.Restart();
        }
#pragma warning disable CA1031 // the trim continues without the failing clock; the pool's next caller gets the exception
        catch
#pragma warning restore CA1031
        {
        }
    }

    /// <summary>Frees the id of a disposed pool once no thread holds items of it. Called within the lock.</summary>
    private bool RemoveIfDrained()
    {
        if (!_disposed || _depot.ThreadCount > 0)
            return false;

        if (!_removed)
        {
            _removed = true;
            PoolRegistry.Remove(_id, this);
        }

        return true;
    }
}
