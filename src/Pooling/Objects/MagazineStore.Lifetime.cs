namespace Pooling.Objects;

/// <content>Trimming, and the end of the pool.</content>
internal sealed partial class MagazineStore
{
    private volatile bool _abandoned;
    private bool _removed; // guarded by the depot's lock: the id is free
    private int _trimPosted; // 1 from the request of a trim to its end: further requests are the same one
    private long _trims;

    /// <summary>Whether a disposed pool has given up its id. For tests.</summary>
    internal bool IsRemoved => _removed;

    /// <summary>How often what nobody needed was dropped. For tests.</summary>
    internal long Trims => Volatile.Read(ref _trims); // pairs with the write in TrimIdle

    /// <summary>Drops every idle item: those of the depot and of the calling thread now, those of other threads when they next use the
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

    /// <summary>Drops what nobody needed since the last trim, and takes credit back from threads that did nothing since.</summary>
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
                ChangeKey(drains: false); // whoever has not seen it by the next trim was silent so long
            }

            _depot.TrimTo(dropped);
            RemoveIfDrained();
            Volatile.Write(ref _trims, _trims + 1); // pairs with the read in Trims
        }

        if (!_abandoned)
            Drop.AllQuietly(dropped, this);
    }

    /// <summary>A generation-2 collection has ended: trims if memory is short, or if it is time anyway.</summary>
    internal void TrimAfterCollection(bool memoryIsShort)
    {
        if (memoryIsShort)
            RestartClock();
        else if (!IsTrimDue())
            return;

        TrimIdle();
    }

    /// <summary>The trim that was posted when it was due: the store itself is the work item, so that posting allocates nothing.</summary>
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

    /// <summary>Ends the pool: the items of the depot and of the calling thread are dropped now, those of other threads when they next use
    /// any pool, or die.</summary>
    internal void Dispose()
    {
        var dropped = new List<object>();
        Close(dropped, abandons: false);
        Drop.All(dropped, this);
    }

    /// <summary>Ends a pool that nobody references any more. Its items are left to their own finalizers, which may have run
    /// already.</summary>
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
            _disposed = true; // before the waking: who is awake looks at it
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

    /// <summary>Asks for a trim, if it is time for one.</summary>
    private void PostTrimIfDue()
    {
        if (_clock.IsDue())
            PostTrim();
    }

    /// <summary>Asks for a trim if none is on its way.</summary>
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
            Volatile.Write(ref _trimPosted, 0); // pairs with the exchange above: the next one asks again
            throw;
        }
    }

    private bool IsTrimDue()
    {
        try
        {
            return _clock.IsDue();
        }
#pragma warning disable CA1031 // a clock that fails says nothing; the next caller of the pool is told
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
#pragma warning disable CA1031 // the trim goes on without a clock that fails; the next caller of the pool is told
        catch
#pragma warning restore CA1031
        {
        }
    }

    /// <summary>Frees the id of a disposed pool that no thread holds items of. Called within the lock.</summary>
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
