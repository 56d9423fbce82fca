namespace Pooling.Objects;

/// <content>For owners with their own magazines: runs move from slots to slots, and whole magazines without a copy.</content>
internal sealed partial class MagazineStore
{
    /// <summary>The number of magazines that a thread has for each pool.</summary>
    internal const int MagazinesOfThread = 2;

    internal int MagazineSize => _limits.MagazineSize;

    /// <summary>Returns an empty magazine for rented items.</summary>
    internal Magazine TakeEmpty()
    {
        using (_depot.Enter())
            return _depot.TakeSpare();
    }

    /// <summary>Takes stocked magazines from the depot. Nothing is to be created for the rest.</summary>
    /// <returns>The number of magazines taken.</returns>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    internal int TakeMagazines(Span<Magazine> magazines)
    {
        PostTrimIfDue();
        Attach();
        if (_disposed)
            Throw.ObjectDisposed(Name);

        int taken = 0;
        using (_depot.Enter())
        {
            _depot.Exchanges++;
            while (taken < magazines.Length && _depot.TakeStocked() is { } magazine)
            {
                _depot.Rented += magazine.Count;
                magazines[taken++] = magazine;
            }
        }

        return taken;
    }

    /// <summary>Moves whole magazines to the depot, as many as fit, and sets their elements to <see langword="null"/>.</summary>
    internal void PushMagazines(Span<Magazine> magazines, ref BulkReturn result)
    {
        PostTrimIfDue(ref result);
        using (_depot.Enter())
        {
            _depot.Exchanges++;
            foreach (ref Magazine magazine in magazines)
            {
                int items = magazine.Count;
                if (items == 0 || !_depot.TryAdd(magazine))
                    continue;

                _depot.Returned += items;
                magazine = null!;
            }
        }
    }

    /// <summary>Takes items from the calling thread's loaded magazine only.</summary>
    /// <returns>The number of items taken. If 0, continue with <see cref="PopSlotsSlow"/>.</returns>
    internal int PopSlots(Span<MagazineSlot> room)
    {
        ThreadMagazines? own = FindActive();
        return own is not null ? PopOwn(own, room) : 0;
    }

    /// <summary>Takes items from anywhere in the pool. Nothing is to be created for the rest.</summary>
    /// <returns>The number of items taken. If 0, continue with <see cref="PopSlow"/>.</returns>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    internal int PopSlotsSlow(Span<MagazineSlot> room)
    {
        PostTrimIfDue();
        ThreadMagazines? own = Attach();
        if (_disposed)
            Throw.ObjectDisposed(Name);

        if (own is not null)
        {
            if (own.Count == 0 && own.Previous.Count > 0)
                own.Swap();

            int found = PopOwn(own, room);
            if (found > 0)
                return found;
        }

        List<object>? dropped = null;
        int taken = 0;
        using (_depot.Enter())
        {
            _depot.Exchanges++;
            if (own is not null && TryEquip(own, exchangesMany: room.Length > 1, ref dropped) && TryReplenish(own))
            {
                if (own.Count == 0)
                    own.Swap();

                taken = PopOwn(own, room);
            }
            else
            {
                taken = PopSlotsFromDepot(room);
            }
        }

        Drop.Later(dropped, this);
        return taken;
    }

    /// <summary>Keeps as many items of a magazine as fit and collects the others; the magazine is empty afterwards. All are counted as
    /// returned.</summary>
    internal void PushSlots(Magazine magazine, ref BulkReturn result)
    {
        Span<MagazineSlot> items = magazine.Slots.AsSpan(0, magazine.Count);
        if (items.IsEmpty)
            return;

        ThreadMagazines? own = FindActive();
        int pushed = 0;
        if (own is not null && TryBeginPushing(own))
        {
            pushed = PushOwn(own, items);
            EndPushing(own);
        }

        if (pushed < items.Length)
            PushSlotsSlow(items[pushed..], ref result);

        items.Clear();
        magazine.Count = 0;
    }

    private void PushSlotsSlow(ReadOnlySpan<MagazineSlot> items, ref BulkReturn result)
    {
        PostTrimIfDue(ref result);
        ThreadMagazines? own = AttachForMany(items.Length);
        if (own is not null && TryBeginPushing(own))
        {
            if (own.Spare is null)
            {
                own.Spare = items[0].Item;
                items = items[1..];
            }

            items = items[PushOwn(own, items)..];
            if (items.Length > 0 && !own.Previous.IsFull)
            {
                own.Swap();
                items = items[PushOwn(own, items)..];
            }

            EndPushing(own);
        }

        if (items.Length == 0)
            return;

        using (_depot.Enter())
        {
            _depot.Exchanges++;
            foreach (MagazineSlot slot in items)
            {
                if (!PushOneLocked(slot.Item!))
                    result.Drop(slot.Item!);
            }
        }
    }

    /// <summary>Called within the lock.</summary>
    private int PopSlotsFromDepot(Span<MagazineSlot> room)
    {
        int taken = 0;
        while (taken < room.Length && _depot.TakeOne() is { } item)
            room[taken++].Item = item;

        _depot.Rented += taken;
        return taken;
    }

    private void PostTrimIfDue(ref BulkReturn result)
    {
        try
        {
            PostTrimIfDue();
        }
        catch (Exception exception)
        {
            result.Fail(exception);
        }
    }

    private static int PopOwn(ThreadMagazines own, Span<MagazineSlot> room)
    {
        int taken = 0;
        if (own.Spare is { } item)
        {
            own.Spare = null;
            room[taken++].Item = item;
        }

        int count = Math.Min(own.Count, room.Length - taken);
        Span<MagazineSlot> slots = own.Slots.AsSpan(own.Count - count, count);
        slots.CopyTo(room[taken..]);
        slots.Clear();
        own.Count -= count;
        taken += count;
        own.Popped += taken;
        return taken;
    }

    private static int PushOwn(ThreadMagazines own, ReadOnlySpan<MagazineSlot> items)
    {
        int count = Math.Min(own.Slots.Length - own.Count, items.Length);
        items[..count].CopyTo(own.Slots.AsSpan(own.Count, count));
        own.Count += count;
        return count;
    }
}
