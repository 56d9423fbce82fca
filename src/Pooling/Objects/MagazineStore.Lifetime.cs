using System.Runtime.CompilerServices;

namespace Pooling.Objects;

/// <content>Threads that come, die and leave; trimming; the end of the pool.</content>
internal sealed partial class MagazineStore
{
    private volatile bool _abandoned;
    private int _adoptedEpoch; // a hint: two threads may both adopt, one after the other
    private bool _removed; // guarded by the depot's lock: the id is free

    /// <summary>Lets every item go that is not rented: those of the depot and of the calling thread now, those of other threads when they next
    /// use the pool.</summary>
    internal void Trim()
    {
        AdoptOrphans();
        RestartClock();
        var dropped = new List<object>();
        lock (_depot.Gate)
        {
            if (!_disposed)
                ChangeKey();

            _depot.DrainTo(dropped);
        }

        ThreadMagazines own = FindOwn();
        if (own.Identity == _identity)
            DrainOwn(own, dropped);

        Drop.All(dropped);
    }

    /// <summary>Lets go what nobody needed since the last trim.</summary>
    internal void TrimIdle()
    {
        RestartClock();
        var dropped = new List<object>();
        lock (_depot.Gate)
            _depot.TrimTo(dropped);

        Drop.AllQuietly(dropped);
    }

    /// <summary>The trim that was posted when it was due: the store itself is the work item, so that posting allocates nothing.</summary>
    void IThreadPoolWorkItem.Execute() => TrimIdle();

    /// <summary>Ends the pool: the items of the depot and of the calling thread are let go now, those of other threads when they next take a
    /// slow path, or die.</summary>
    internal void Dispose()
    {
        var dropped = new List<object>();
        Close(dropped, abandons: false);
        Drop.All(dropped);
    }

    /// <summary>Ends a pool that nobody references any more. Its items are left to their own finalizers, which may have run already.</summary>
    internal void Abandon()
    {
        Close([], abandons: true);
    }

    private void Close(List<object> dropped, bool abandons)
    {
        lock (_depot.Gate)
        {
            if (_disposed)
                return;

            _disposed = true;
            _abandoned = abandons;
            ChangeKey();
            _depot.Close();
            _depot.DrainTo(dropped);
        }

        ThreadMagazines own = FindOwn();
        if (own.Identity == _identity)
            Leave(own, dropped);

        lock (_depot.Gate)
        {
            if (!RemoveIfDrained())
                PoolRegistry.KeepUntilDrained(this);
        }

        AdoptOrphans();
    }

    /// <summary>Gives up the calling thread's items of this disposed pool.</summary>
    internal void Leave()
    {
        ThreadMagazines own = FindOwn();
        if (own.Identity != _identity)
            return;

        var dropped = new List<object>();
        Leave(own, dropped);
        if (!_abandoned)
            Drop.Later(dropped);
    }

    /// <summary>Moves the items of dead threads into the depot.</summary>
    internal void AdoptOrphans()
    {
        if (!_depot.HasThreads)
            return;

        var dropped = new List<object>();
        lock (_depot.Gate)
        {
            for (int i = _depot.ThreadCount - 1; i >= 0; i--)
            {
                ThreadMagazines orphan = _depot.Thread(i);
                if (!orphan.Orphaned)
                    continue;

                AdoptLocked(orphan, dropped);
            }

            RemoveIfDrained();
        }

        if (!_abandoned)
            Drop.Later(dropped);
    }

    private void AdoptLocked(ThreadMagazines orphan, List<object> dropped)
    {
        if (!_limits.CountsBytes && orphan.HasMagazines)
            orphan.Loaded.Count = orphan.Count;

        Magazine loaded = orphan.Loaded;
        Magazine previous = orphan.Previous;
        object? atHand = orphan.AtHand;
        orphan.Surrendered += orphan.Retained(countsBytes: true);
        orphan.Detach();
        _depot.Unregister(orphan); // its credit is the room that its items now take
        if (atHand is not null && !_depot.TryAddOne(atHand, size: 0))
        {
            _depot.Dropped++;
            dropped.Add(atHand);
        }

        foreach (Magazine magazine in new[] { loaded, previous })
        {
            if (magazine.Count == 0)
            {
                _depot.AddSpare(magazine);
            }
            else if (!_depot.TryAdd(magazine))
            {
                _depot.Dropped += magazine.Count;
                magazine.DrainTo(dropped);
            }
        }
    }

    /// <summary>Sends every thread through the slow path at its next access. Called under the depot's lock.</summary>
    private void ChangeKey()
    {
        var key = new object();
        Volatile.Write(ref _key, key); // pairs with the read in AttachSlow
        if (!_limits.CountsBytes)
            Volatile.Write(ref _fastKey, key); // read by fast paths, which only compare it: they need no acquire
    }

    /// <summary>Finds or makes the calling thread's magazines, and puts them in order after a trim or the end of the pool.</summary>
    /// <returns><see langword="null"/> if the limits leave no credit for this thread, or the pool is disposed.</returns>
    private ThreadMagazines? Attach()
    {
        ThreadMagazines own = FindOwn();
        return own.Key == _key && own.SeenEpoch == PoolRegistry.Epoch ? own : AttachSlow(own);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private ThreadMagazines? AttachSlow(ThreadMagazines own)
    {
        object key = Volatile.Read(ref _key); // pairs with the write in ChangeKey
        int epoch = PoolRegistry.Epoch; // before the work that it asks for, so that what happens meanwhile is seen next time
        if (own.Identity == _identity)
        {
            LookAfterOthers(epoch);
            own.SeenEpoch = epoch;
            if (_disposed)
            {
                Leave();
                return null;
            }

            if (own.Key != key)
            {
                var dropped = new List<object>();
                DrainOwn(own, dropped);
                own.Key = key;
                Drop.Later(dropped);
            }

            return own;
        }

        LookAfterOthers(epoch);
        return TryRegister(key, epoch);
    }

    private void LookAfterOthers(int epoch)
    {
        ThreadMagazineTable.LeaveDisposedPools(epoch);
        if (_adoptedEpoch != epoch)
        {
            _adoptedEpoch = epoch;
            AdoptOrphans();
        }
    }

    private ThreadMagazines? TryRegister(object key, int epoch)
    {
        int credit = _depot.CreditAtHand;
        if (credit == 0)
            return null;

        ThreadMagazineTable.EnsureCapacity(_id);
        var own = new ThreadMagazines(_identity, credit, _limits.ThreadBytes);
        if (credit == _limits.ThreadItems)
            own.Equip(NewMagazine(), NewMagazine(), _limits.CountsBytes);

        own.Key = key;
        own.SeenEpoch = epoch;
        lock (_depot.Gate)
        {
            if (!_depot.TryRegister(own))
                return null;
        }

        ThreadMagazineTable.Set(_id, own);
        return own;
    }

    /// <summary>Gives magazines to a thread that had to do with the item at hand, if there is credit by now.</summary>
    /// <returns><see langword="false"/> if there is none.</returns>
    private bool TryEquip(ThreadMagazines own)
    {
        if (own.HasMagazines)
            return true;

        if (!_depot.MayRaiseCredit(own))
            return false;

        Magazine loaded = NewMagazine();
        Magazine previous = NewMagazine();
        lock (_depot.Gate)
        {
            if (!_depot.TryRaiseCredit(own))
                return false;
        }

        own.Equip(loaded, previous, countsBytes: false);
        return true;
    }

    private Magazine NewMagazine() => new(_limits.MagazineSize, _limits.CountsBytes);

    // One lock around all of it: an interrupt while waiting for the lock finds everything as it was.
    private void DrainOwn(ThreadMagazines own, List<object> dropped)
    {
        lock (_depot.Gate)
            DrainLocked(own, dropped);
    }

    private void Leave(ThreadMagazines own, List<object> dropped)
    {
        lock (_depot.Gate)
        {
            DrainLocked(own, dropped);
            ThreadMagazineTable.Set(_id, ThreadMagazines.None);
            own.Detach();
            _depot.Unregister(own);
            RemoveIfDrained();
        }
    }

    private void DrainLocked(ThreadMagazines own, List<object> dropped)
    {
        int before = dropped.Count;
        own.DrainTo(dropped, _limits.CountsBytes);
        _depot.Dropped += dropped.Count - before;
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

    /// <summary>Frees the id of a disposed pool that no thread holds items of. Called under the depot's lock.</summary>
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
