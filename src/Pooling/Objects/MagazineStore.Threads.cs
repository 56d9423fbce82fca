using System.Diagnostics;
using System.Runtime.CompilerServices;
using Pooling.Diagnostics;

namespace Pooling.Objects;

/// <content>Threads that come, and threads that come back after they have lost their place.</content>
internal sealed partial class MagazineStore
{
    // number of full trims: a thread that has seen fewer drops its items; guarded by the depot's lock
    private int _drains;

    /// <summary>The number of threads that have room in the array of places. For tests.</summary>
    internal (int Used, int All) Places => _places.Room;

    private LeaseCell InitialHome => _keepsCells ? LeaseCell.None : LeaseCell.Never;

    /// <summary>The most slots of a thread: its limit without the spare item and, in a pool of leases, the home
    /// cell.</summary>
    private int MaxSlots => Math.Max(0, _perThread - (_keepsCells ? 2 : 1));

    /// <summary>Takes a thread's place away until its next slow path. Called without the lock.</summary>
    internal void Suspend(ThreadMagazine magazine) => _places.Suspend(magazine);

    /// <summary>Finds or creates the calling thread's magazine, and brings it up to date after a trim or the end of the
    /// pool.</summary>
    /// <returns><see langword="null"/> if threads keep nothing, at all or in the mode of diagnostics, or the pool is
    /// disposed.</returns>
    private ThreadMagazine? Attach()
    {
        ThreadMagazine? own = FindActive();
        return own is not null && own.SeenEpoch == PoolRegistry.Epoch ? own : AttachSlow();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private ThreadMagazine? AttachSlow()
    {
        if (_perThread == 0)
        {
            ThreadMagazineTable.LeaveDisposedPools();
            return null;
        }

        int epoch = PoolRegistry.Epoch; // read before the work, so that a change during it is seen next time
        if (_adoptedEpoch != epoch)
        {
            _adoptedEpoch = epoch;
            AdoptOrphans();
        }

        ThreadMagazine? own;
        do
        {
            ThreadMagazineTable.LeaveDisposedPools();
            own = Join(epoch);
        }
        while (own?.Owner!.IsWoken == true); // it may just have overwritten the null that was to wake it

        if (own is null || !_disposed)
            return own;

        Leave(own);
        return null;
    }

    /// <summary>Registers the calling thread, or settles it. Only this method gives a thread its place.</summary>
    private ThreadMagazine? Join(int epoch)
    {
        ThreadMagazine? made = null;
        if (FindOwn().Store != this)
        {
            if (_disposed)
                return null;

            ThreadOwner owner = ThreadMagazineTable.EnsureCapacity(_id);
            made = new ThreadMagazine(this, owner, InitialHome, MaxSlots);
        }

        List<object>? dropped = null;
        ThreadMagazine own;
        bool isPlaced;
        using (_depot.Enter())
        {
            _depot.Exchanges++;
            if (made is not null)
                AdoptSomeDead(ref dropped);

            own = FindOwn(); // read again: code that ran while this thread waited may have registered it, or left
            if (own.Store == this)
            {
                if (!_disposed && !_places.Has(own))
                    Settle(own, ref dropped);

                own.SeenEpoch = epoch;
            }
            else if (made is not null && !_depot.IsClosed && Mode == PoolingMode.Off)
            {
                own = made;
                own.SeenEpoch = epoch;
                Register(own);
            }

            isPlaced = Mode == PoolingMode.Off;
        }

        Drop.Later(dropped, this);
        return own.Store == this && (isPlaced || _disposed) ? own : null;
    }

    private void Register(ThreadMagazine made)
    {
        _places.MakeRoom(made.Number); // these three first, since they may run out of memory
        _threads.Reserve();
        ThreadMagazineTable.MakeRoom(_id);
        made.Drains = _drains;
        made.SettledTrims = made.ExchangedTrims = _trims;
        made.Owner!.Register();
        ThreadMagazineTable.Set(_id, made);
        _threads.Add(made);
        _places.Give(made);
    }

    /// <summary>Removes a thread whose magazine is empty, and adds its counters to the depot's.</summary>
    private void Unregister(ThreadMagazine magazine)
    {
        Debug.Assert(_threads[magazine.Index] == magazine && magazine.Retained == 0);
        _places.Take(magazine);
        _depot.Rented += magazine.Popped;
        _depot.Returned += magazine.Pushed;
        _threads.Remove(magazine);
        if (_places.IsTooLongFor(_threads.Count))
            _places.Shrink(_threads.LargestNumber);

        magazine.Owner!.Unregister();
    }

    /// <summary>Brings the calling thread's magazine up to date. Called within the lock.</summary>
    private void Settle(ThreadMagazine own, ref List<object>? dropped)
    {
        if (own.Drains != _drains || Mode != PoolingMode.Off)
        {
            own.Drains = _drains;
            DrainLocked(own, dropped ??= [], DropReason.Trim);
        }

        if (own.GiveUpForgottenHome() is { } home)
            _depot.Adopt(home, ref dropped);

        if (own.SettledTrims != _trims)
        {
            own.SettledTrims = _trims;
            // no exchange in the whole interval before the last trim
            if (own.ExchangedTrims < _trims - 1 && own.Slots.Length > 0)
                own.Shrink(_depot, ref dropped);
        }

        if (Mode == PoolingMode.Off)
            _places.Give(own);
    }
}
