namespace Pooling.Objects;

/// <content>Pools that count bytes: rentals work as in any pool; a return asks for the size and compares it, without a lock, with what the
/// thread may hold.</content>
internal sealed partial class MagazineStore
{
    private bool PushCounting(object item)
    {
        long size = AskSize(item);
        if (size < 0)
        {
            CountDropped();
            return false;
        }

        ThreadMagazines? own = Attach();
        if (own is null)
            return PushToDepot(item, size);

        return TryPushCounted(own, item, size) || PushCountedExchanging(own, item, size);
    }

    private bool PushCountedExchanging(ThreadMagazines own, object item, long size)
    {
        List<object>? dropped = null;
        bool kept;
        using (_depot.Enter())
        {
            _depot.Exchanges++;
            kept = (TryEquip(own, exchangesMany: true, ref dropped)
                && (TryPushMeasured(own, item, size) || (TryMakeRoom(own, size) && TryPushMeasured(own, item, size))))
                || PushOneLocked(item, size);
        }

        Drop.Later(dropped, this);
        return kept;
    }

    /// <summary>Whether giving the previous magazine away made room, or could make room.</summary>
    private bool TryMakeRoom(ThreadMagazines own, long size) =>
        size <= own.Bytes!.Credit - own.Loaded.SumBytes(own.Count) - (own.Spare is null ? 0 : own.Bytes.Spare) && TryUnload(own);

    /// <summary>Pushes without the lock. Other threads see the item and its bytes together or not at all.</summary>
    private bool TryPushCounted(ThreadMagazines own, object item, long size)
    {
        if (!TryBeginPushing(own))
            return false;

        bool pushed = TryPushMeasured(own, item, size);
        EndPushing(own);
        return pushed;
    }

    private static bool TryPushMeasured(ThreadMagazines own, object item, long size)
    {
        ThreadBytes bytes = own.Bytes!;
        if (size > bytes.Credit - bytes.Bound)
        {
            bytes.Bound = own.RetainedBytes; // rentals do not lower it
            if (size > bytes.Credit - bytes.Bound)
                return false;
        }

        bool handFree = own.Spare is null;
        if (!own.TryPushOne(item))
            return false;

        if (handFree)
            bytes.Spare = size;
        else
            own.Loaded.SetSize(own.Count - 1, size);

        bytes.Bound += size;
        return true;
    }

    /// <summary>Calls the user's functions for the time and the size of an item, before anything has changed.</summary>
    private long AskSize(object item)
    {
        try
        {
            PostTrimIfDue();
            return _sizeOf!(item);
        }
        catch
        {
            CountDropped();
            Drop.One(item, this);
            throw;
        }
    }
}
