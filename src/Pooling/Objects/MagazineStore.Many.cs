namespace Pooling.Objects;

/// <content>Many items in one call: runs move by bulk copy, whole magazines at a time.</content>
internal sealed partial class MagazineStore
{
    /// <summary>Takes up to as many items as the span holds.</summary>
    /// <returns>The number of items taken. The caller creates the rest, which is already counted.</returns>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    internal int PopMany<T>(Span<T> items) where T : class
    {
        PostTrimIfDue();
        ThreadMagazines? own = Attach();
        if (_disposed)
            Throw.ObjectDisposed(Name);

        return PopManyBulk(own, items);
    }

    /// <summary>Keeps as many items as fit, and collects the others. All are counted as returned.</summary>
    internal void PushMany<T>(ReadOnlySpan<T> items, ref BulkReturn result) where T : class
    {
        PostTrimIfDue(ref result);
        PushManyBulk(AttachForMany(items.Length), items, ref result);
    }

    private int PopManyBulk<T>(ThreadMagazines? own, Span<T> items) where T : class
    {
        int taken = 0;
        if (own is not null)
        {
            if (items.Length > 0 && own.Spare is { } item)
            {
                own.Spare = null;
                own.Popped++;
                items[taken++] = (T)item;
            }

            taken += PopLoaded(own, items[taken..]);
            if (taken < items.Length && own.Previous.Count > 0)
            {
                own.Swap();
                taken += PopLoaded(own, items[taken..]);
            }

            if (taken == items.Length)
                return taken;
        }

        List<object>? dropped = null;
        using (_depot.Enter())
        {
            _depot.Exchanges++;
            bool useOwn = own is not null && TryEquip(own, exchangesMany: items.Length > 1, ref dropped)
                && own.Previous.Slots.Length == _limits.MagazineSize;
            taken += TakeFromDepot(useOwn ? own : null, items[taken..]);
            CountCreating(items.Length - taken);
        }

        Drop.Later(dropped, this);
        return taken;
    }

    /// <summary>Takes items from the depot: whole magazines, and the rest of the last one for the thread.</summary>
    private int TakeFromDepot<T>(ThreadMagazines? own, Span<T> items) where T : class
    {
        int taken = 0;
        while (taken < items.Length)
        {
            int wanted = items.Length - taken;
            bool maySplit = own is { Count: 0, Previous.Count: 0 }; // unless code that ran while the thread waited has added some
            if (!maySplit && wanted < _limits.MagazineSize)
            {
                if (_depot.TakeOne() is not { } item)
                    break;

                items[taken++] = (T)item;
                _depot.Rented++;
                continue;
            }

            if (_depot.TakeStocked() is not { } magazine)
                break;

            if (magazine.Count <= wanted)
            {
                int count = magazine.Count;
                _depot.Rented += count;
                MoveOut(magazine, items.Slice(taken, count));
                _depot.AddSpare(magazine);
                taken += count;
            }
            else
            {
                _depot.AddSpare(own!.Previous);
                own.Previous = magazine;
                own.Received += magazine.Count;
                own.Swap();
                taken += PopLoaded(own, items[taken..]);
            }
        }

        return taken;
    }

    private void PushManyBulk<T>(ThreadMagazines? own, ReadOnlySpan<T> items, ref BulkReturn result) where T : class
    {
        if (own is not null && TryBeginPushing(own))
        {
            if (own.Spare is null && items.Length > 0)
            {
                own.Spare = items[0];
                items = items[1..];
            }

            items = items[PushLoaded(own, items)..];
            if (items.Length > 0 && !own.Previous.IsFull)
            {
                own.Swap();
                items = items[PushLoaded(own, items)..];
            }

            EndPushing(own);
        }

        if (items.Length == 0)
            return;

        using (_depot.Enter())
        {
            _depot.Exchanges++;
            while (items.Length >= _limits.MagazineSize && TryStockFull(items[.._limits.MagazineSize]))
                items = items[_limits.MagazineSize..];

            foreach (T item in items)
            {
                if (!PushOneLocked(item))
                    result.Drop(item);
            }
        }
    }

    /// <summary>Attaches the calling thread, with magazines at once if the call involves several items.</summary>
    private ThreadMagazines? AttachForMany(int items)
    {
        ThreadMagazines? own = Attach();
        if (own is null || own.HasMagazines || items < 2)
            return own;

        List<object>? dropped = null;
        using (_depot.Enter())
        {
            _depot.Exchanges++;
            TryEquip(own, exchangesMany: true, ref dropped);
        }

        Drop.Later(dropped, this);
        return own;
    }

    /// <summary>Announces that the calling thread pushes several items without the lock. No credit is taken from it in the meantime, since
    /// the flag is set before the thread's place is read.</summary>
    /// <returns><see langword="false"/> if the thread has lost its place: it must not push.</returns>
    private bool TryBeginPushing(ThreadMagazines own)
    {
        Volatile.Write(ref own.IsPushing, true); // pairs with the read in TryCountHeld, through the two halves of the barrier
        ProcessBarrier.Light();
        if (IsActive(own))
            return true;

        EndPushing(own);
        return false;
    }

    // after the items; pairs with the read in TryCountHeld
    private static void EndPushing(ThreadMagazines own) => Volatile.Write(ref own.IsPushing, false);

    private bool TryStockFull<T>(ReadOnlySpan<T> items) where T : class
    {
        if (!_depot.HasRoomFor(items.Length))
            return false;

        Magazine magazine = _depot.TakeSpare();
        ReferenceSpan.CopyTo<T, MagazineSlot>(items, magazine.Slots);
        magazine.Count = items.Length;
        bool added = _depot.TryAdd(magazine);
        System.Diagnostics.Debug.Assert(added);
        _depot.Returned += items.Length;
        return true;
    }

    private static void MoveOut<T>(Magazine magazine, Span<T> items) where T : class
    {
        Span<MagazineSlot> slots = magazine.Slots.AsSpan(0, magazine.Count);
        ReferenceSpan.CopyFrom<T, MagazineSlot>(items, slots);
        slots.Clear();
        magazine.Count = 0;
    }

    private static int PopLoaded<T>(ThreadMagazines own, Span<T> items) where T : class
    {
        int count = Math.Min(own.Count, items.Length);
        Span<MagazineSlot> slots = own.Slots.AsSpan(own.Count - count, count);
        ReferenceSpan.CopyFrom<T, MagazineSlot>(items[..count], slots);
        slots.Clear();
        own.Count -= count;
        own.Popped += count;
        return count;
    }

    private static int PushLoaded<T>(ThreadMagazines own, ReadOnlySpan<T> items) where T : class
    {
        int count = Math.Min(own.Slots.Length - own.Count, items.Length);
        ReferenceSpan.CopyTo<T, MagazineSlot>(items[..count], own.Slots.AsSpan(own.Count, count));
        own.Count += count;
        return count;
    }
}
