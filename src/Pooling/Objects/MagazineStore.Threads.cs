using System.Diagnostics;
using Pooling.Diagnostics;

namespace Pooling.Objects;

/// <content>Threads that come, and threads that come back after they have lost their place.</content>
internal sealed partial class MagazineStore
{
    // number of full trims: a thread that has seen fewer drops its items; guarded by the depot's lock
    private int _drains;

    /// <summary>Finds or creates the calling thread's magazine, and brings it up to date after a trim or the end of the
    /// pool.</summary>
    /// <param name="isReturn">Whether an item is returned, which goes on without memory: with the depot alone.</param>
    /// <returns><see langword="null"/> if threads keep nothing, at all or in the mode of diagnostics, or the pool is
    /// disposed.</returns>
    private ThreadMagazine? Attach(bool isReturn = false)
    {
        ThreadMagazine? own = FindActive();
        int epoch = PoolRegistry.Epoch; // read before the work, so that a change during it is seen next time
        if (own is not null && own.SeenEpoch == epoch)
            return own;

        try
        {
            PoolThread.Current?.LeaveDisposedPools();
            if (_perThread == 0)
                return null;

            if (_adoptedEpoch != epoch)
            {
                AdoptOrphans();
                _adoptedEpoch = epoch;
            }

            own = Join(epoch);
            while (own?.Thread.IsWoken == true) // it may just have overwritten the null that was to wake it
            {
                own.Thread.LeaveDisposedPools();
                own = Join(epoch);
            }

            if (own is null || !_disposed)
                return own;

            Leave(own);
            return null;
        }
        catch (OutOfMemoryException) when (isReturn)
        {
            return null;
        }
    }

    /// <summary>Registers the calling thread, or settles it. Only this method gives a thread its place.</summary>
    private ThreadMagazine? Join(int epoch)
    {
        ThreadMagazine? made = null;
        if (FindOwn() is null)
        {
            if (_disposed)
                return null;

            made = new ThreadMagazine(this, PoolThread.WithRoomFor(_id), _keepsCells ? LeaseCell.None : null);
        }

        List<object>? dropped = null;
        try
        {
            using (_depot.Enter())
            {
                _depot.Exchanges++;
                if (made is not null && _depot.Threads.Count > 0)
                    AdoptSomeDead(ref dropped);

                // read again: code that ran while this thread waited may have registered it, or left
                ThreadMagazine? own = FindOwn();
                if (own is not null)
                {
                    if (!_disposed && FindActive() != own)
                        Settle(own, ref dropped);

                    own.SeenEpoch = epoch;
                }
                else if (made is not null && !_depot.IsClosed && Mode == PoolingMode.Off)
                {
                    own = made;
                    own.SeenEpoch = epoch;
                    Register(own);
                }

                return Mode == PoolingMode.Off || _disposed ? own : null;
            }
        }
        finally
        {
            if (dropped is not null)
                Drop.Later(dropped, this);
        }
    }

    private void Register(ThreadMagazine made)
    {
        PoolThread thread = made.Thread;
        if (thread.Number >= _places.Length - PaddingPlaces) // these three first, since they may run out of memory
            ReplacePlaces(Math.Max(thread.Number + 1, Places * 2));

        if (_id >= thread.Magazines!.Length) // code that ran while this thread waited has shortened the table
            thread.Resize(_id + 1);

        _depot.Threads.Add(made);
        made.Drains = _drains;
        made.SettledTrims = made.ExchangedTrims = _trims;
        thread.Join();
        thread.Magazines[_id] = made;
        Volatile.Write(ref _places[thread.Number], made); // pairs with the read in Suspend, through IsWoken
    }

    /// <summary>Removes a thread whose magazine is empty, and adds its counters to the depot's.</summary>
    private void Unregister(ThreadMagazine magazine)
    {
        Debug.Assert(_depot.Threads[magazine.Index] == magazine && magazine.Retained == 0);
        Suspend(magazine);
        _depot.Rented += magazine.Popped;
        _depot.Returned += magazine.Pushed;
        _depot.Threads.Remove(magazine);
        ShrinkPlaces();
        magazine.Thread.Leave();
    }

    /// <summary>Brings the calling thread's magazine up to date. Called within the lock.</summary>
    private void Settle(ThreadMagazine own, ref List<object>? dropped)
    {
        if (own.Drains != _drains || Mode != PoolingMode.Off)
        {
            DrainLocked(own, dropped ??= [], DropReason.Trim);
            own.Drains = _drains; // not if it ran out of memory
        }

        own.GiveUpForgottenHome(_depot, ref dropped);

        if (own.SettledTrims != _trims)
        {
            own.SettledTrims = _trims;
            // no exchange in the whole interval before the last trim
            if (own.ExchangedTrims < _trims - 1 && own.Slots.Length > 0)
                own.Shrink(_depot, ref dropped);
        }

        if (Mode == PoolingMode.Off)
            Volatile.Write(ref _places[own.Thread.Number], own); // as in Register
    }
}
