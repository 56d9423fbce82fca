using System.Runtime.CompilerServices;

namespace Pooling.Objects;

/// <content>Threads that come, ask for credit, and see a new key.</content>
/// <remarks>States of a thread: unknown; registered, with credit for the spare item; equipped, with credit for two magazines as well; and
/// unknown again after it leaves a disposed pool or ends. Items are never taken from a live thread. Credit is taken from it in two ways:
/// the thread settles under a new key at its next access; until then, the holder of the lock may lower the credit to what the thread holds
/// plus one, after a process-wide barrier, because an operation that saw the old key may still be in progress and push at most one
/// item.</remarks>
internal sealed partial class MagazineStore
{
    /// <summary>Finds or creates the calling thread's magazines, and brings them up to date after a trim, a new share or the end of the
    /// pool.</summary>
    /// <returns><see langword="null"/> if the limits leave no credit for this thread, or the pool is disposed.</returns>
    private ThreadMagazines? Attach()
    {
        ThreadMagazines? own = FindActive();
        return own is not null && own.SeenEpoch == PoolRegistry.Epoch ? own : AttachSlow();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private ThreadMagazines? AttachSlow()
    {
        int epoch = PoolRegistry.Epoch; // read before the work, so that a change during it is seen next time
        if (_adoptedEpoch != epoch)
        {
            _adoptedEpoch = epoch;
            AdoptOrphans();
        }

        ThreadMagazines? own;
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

    /// <summary>Registers the calling thread, or settles it under the current key. Only this method gives a thread its place.</summary>
    private ThreadMagazines? Join(int epoch)
    {
        ThreadMagazines? made = null;
        if (FindOwn().Store != this)
        {
            if (_disposed || !_depot.MayRegister)
                return null;

            ThreadOwner owner = ThreadMagazineTable.EnsureCapacity(_id);
            made = new ThreadMagazines(this, owner, InitialHome);
        }

        List<object>? dropped = null;
        ThreadMagazines own;
        using (_depot.Enter())
        {
            own = FindOwn(); // read again: code that ran while this thread waited may have registered it, or left
            if (own.Store != this)
            {
                if (made is null || !TryRegister(made, ref dropped))
                    own = ThreadMagazines.None;
                else
                    own = made;
            }
            else if (!_disposed && !IsActive(own))
            {
                Settle(own, ref dropped);
            }

            if (own.Store == this)
                own.SeenEpoch = epoch;

            _depot.Exchanges++;
        }

        Drop.Later(dropped, this);
        return own.Store == this ? own : null;
    }

    private bool TryRegister(ThreadMagazines made, ref List<object>? dropped)
    {
        MakePlace(made.Number); // first, since it may run out of memory
        AdoptSomeDead(ref dropped);
        if (!_depot.TryRegister(made))
        {
            _depot.MakeRoom(made, ref dropped);
            if (!_depot.TryRegister(made))
                return false;
        }

        made.Drains = _drains;
        made.Owner!.Register();
        ThreadMagazineTable.Set(_id, made);
        if (_depot.LowerShare())
        {
            ChangeKey(drains: false);
            ReclaimCredit(except: made, silentOnly: false);
        }

        Activate(made);
        return true;
    }

    /// <summary>Brings the calling thread's magazines up to the current key. Called within the lock.</summary>
    private void Settle(ThreadMagazines own, ref List<object>? dropped)
    {
        if (own.Drains != _drains)
        {
            own.Drains = _drains;
            DrainLocked(own, dropped ??= []);
        }

        if (own.GiveUpForgottenHome() is { } home)
            AdoptOne(home, ref dropped);

        if (own.HasMagazines)
        {
            int room = _depot.SettleCredit(own);
            if (room < own.Room)
                Resize(own, room, ref dropped);
        }

        Activate(own);
    }

    /// <summary>Gives magazines to a thread that had only its spare item, or larger ones, if there is credit for them. Called within the
    /// lock.</summary>
    /// <param name="own">The calling thread's magazines.</param>
    /// <param name="exchangesMany">Whether the thread gets magazines at its first exchange.</param>
    /// <param name="dropped">Collects the items that are dropped to make room.</param>
    /// <returns><see langword="false"/> if the thread must not use any magazines now.</returns>
    private bool TryEquip(ThreadMagazines own, bool exchangesMany, ref List<object>? dropped)
    {
        if (!IsActive(own))
            return false; // the key changed while it waited for the lock: it settles at its next access

        if (own.HasMagazines)
        {
            if (own.Room < 2 * _limits.MagazineSize && _depot.TakeCreditToGrow(own) is > 0 and int larger)
                Resize(own, larger, ref dropped);

            return true;
        }

        if (!own.HasExchanged && !exchangesMany)
        {
            own.HasExchanged = true;
            return false;
        }

        AdoptSomeDead(ref dropped);
        int room = _depot.TakeCreditForMagazines(own);
        if (room == 0)
        {
            _depot.MakeRoom(own, ref dropped);
            room = _depot.TakeCreditForMagazines(own);
        }

        if (room == 0)
            return false;

        Equip(own, room);
        return true;
    }

    private void Equip(ThreadMagazines own, int room)
    {
        if (room == 0)
            own.Equip(Magazine.None, Magazine.None);
        else if (_limits.IsOneMagazine(room))
            own.Equip(NewMagazine(room), Magazine.None);
        else
            own.Equip(NewMagazine(room / 2), NewMagazine(room / 2));
    }

    /// <summary>Moves the thread's items into magazines of another size, for which it has credit, and the rest into the depot. Called
    /// within the lock.</summary>
    private void Resize(ThreadMagazines own, int room, ref List<object>? dropped)
    {
        Magazine first = own.Loaded;
        Magazine second = own.Previous;
        first.Count = own.Count;
        Equip(own, room);
        _depot.LowerCredit(own, Math.Min(own.Credit, _limits.CreditOfRoom(room)));
        if (room == 0 && own.KeepsHome && own.Spare is { } spare)
        {
            own.Spare = null;
            own.Surrendered++;
            AdoptOne(spare, ref dropped);
        }

        MoveOver(own, first, ref dropped);
        MoveOver(own, second, ref dropped);
        own.Count = own.Loaded.Count;
        _depot.AddSpare(first);
        _depot.AddSpare(second);
    }

    private void MoveOver(ThreadMagazines own, Magazine from, ref List<object>? dropped)
    {
        while (from.Count > 0)
        {
            object item = from.Pop();
            Magazine to = own.Loaded.IsFull ? own.Previous : own.Loaded;
            if (!to.IsFull)
            {
                to.Push(item);
                continue;
            }

            own.Surrendered++;
            AdoptOne(item, ref dropped);
        }
    }

    /// <summary>Takes back unused credit from threads that have not seen the current key. Called within the lock.</summary>
    /// <param name="except">The calling thread's magazines, which are up to date.</param>
    /// <param name="silentOnly">Whether the key has been in place for an interval: a thread that has not seen it was idle all that
    /// time.</param>
    private void ReclaimCredit(ThreadMagazines? except, bool silentOnly)
    {
        if (!ProcessBarrier.IsProcessWide && !(silentOnly && HasKeyAged()))
            return;

        bool fenced = false;
        for (int i = 0; i < _depot.ThreadCount; i++)
        {
            ThreadMagazines magazines = _depot.Thread(i);
            if (magazines == except || IsActive(magazines) || magazines.Credit <= magazines.Retained + 1)
                continue;

            bool lostLately = magazines.SeenKey == _key; // another pool's end, or growth, can take the place away at any time
            if (lostLately && !ProcessBarrier.IsProcessWide)
                continue; // so this is no sign of idleness

            if (!fenced || lostLately) // the loss may be more recent than the last fence
                // pairs with the read of the place before each access, and with Light in operations that push several items
                ProcessBarrier.Heavy();

            fenced = true;
            _depot.Reclaim(magazines);
        }
    }

    private Magazine NewMagazine(int slots) =>
        slots == _limits.MagazineSize ? _depot.TakeSpare() : new Magazine(slots);
}
