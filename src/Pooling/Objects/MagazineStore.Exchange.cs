namespace Pooling.Objects;

/// <content>What a thread whose magazines are empty or full exchanges with the depot.</content>
internal sealed partial class MagazineStore
{
    private object? PopExchanging(ThreadMagazines? own)
    {
        List<object>? dropped = null;
        object? popped;
        using (_depot.Enter())
        {
            _depot.Exchanges++;
            if (own is null)
                AdoptSomeDead(ref dropped);

            popped = own is not null && TryEquip(own, exchangesMany: false, ref dropped) && (own.Previous.Count > 0 || TryReplenish(own))
                ? PopReplenished(own)
                : PopOneLocked();
        }

        Drop.Later(dropped, this);
        return popped;
    }

    private bool PushExchanging(ThreadMagazines own, object item)
    {
        List<object>? dropped = null;
        bool kept;
        using (_depot.Enter())
        {
            _depot.Exchanges++;
            kept = (TryEquip(own, exchangesMany: true, ref dropped) && (own.TryPushOne(item) || (TryUnload(own) && own.TryPushOne(item))))
                || PushOneLocked(item);
        }

        Drop.Later(dropped, this);
        return kept;
    }

    private static object? PopReplenished(ThreadMagazines own)
    {
        if (own.Count == 0)
            own.Swap();

        return own.PopLoaded();
    }

    /// <summary>Takes items from the depot for a thread that has none: a whole magazine if the thread's magazines have the ordinary size.
    /// Called within the lock.</summary>
    /// <returns><see langword="false"/> if there are no items.</returns>
    private bool TryReplenish(ThreadMagazines own)
    {
        if (own.Count > 0 || own.Previous.Count > 0)
            return true; // code that ran while this thread waited has added some

        int before = own.InMagazines;
        if (own.Previous.Slots.Length == _limits.MagazineSize)
        {
            if (_depot.TakeStocked() is { } stocked)
            {
                _depot.AddSpare(own.Previous);
                own.Previous = stocked;
            }
        }
        else
        {
            int wanted = own.Room / 2; // leave room for returns
            while (own.Count < wanted && _depot.TakeOne() is { } item)
                own.Slots[own.Count++].Item = item;
        }

        int received = own.InMagazines - before;
        own.Received += received;
        return received > 0;
    }

    /// <summary>Moves half of a full thread's items to the depot: the previous magazine, or as many items. Called within the
    /// lock.</summary>
    /// <returns><see langword="false"/> if the depot has no room, or there are no items.</returns>
    private bool TryUnload(ThreadMagazines own)
    {
        int before = own.InMagazines;
        if (own.Previous.Slots.Length == _limits.MagazineSize)
        {
            if (own.Previous.Count == 0 || !_depot.TryAdd(own.Previous))
                return false;

            own.Previous = Magazine.None; // if there is no memory for another one, the thread keeps just this one
            own.Surrendered += before - own.InMagazines;
            own.Previous = _depot.TakeSpare();
            return true;
        }

        for (int items = own.Room / 2; items > 0 && own.Count > 0; items--)
        {
            int last = own.Count - 1;
            object item = own.Slots[last].Item!;
            if (!_depot.TryAddOne(item))
                break;

            own.Slots[last].Item = null;
            own.Count = last;
            own.Surrendered++;
        }

        return own.InMagazines < before;
    }
}
