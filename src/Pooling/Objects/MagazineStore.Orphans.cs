namespace Pooling.Objects;

/// <content>Threads that have ended: their items go to the depot.</content>
internal sealed partial class MagazineStore
{
    private const int OwnersAskedAtATime = 2;

    private int _adoptedEpoch; // a hint: two threads may adopt one after the other

    /// <summary>Moves the items of dead threads into the depot.</summary>
    internal void AdoptOrphans()
    {
        if (_depot.Threads.Count == 0 && (!_closed || _removed))
            return;

        List<object>? dropped = null;
        try
        {
            using (_depot.Enter())
            {
                AdoptDeadLocked(ref dropped);
                RemoveIfDrained();
            }
        }
        finally
        {
            Drop.Later(dropped, this);
        }
    }

    /// <summary>Checks whether a few threads are still alive. A process that allocates nothing has no collections, so
    /// nothing else might report their end for a long time.</summary>
    private void AdoptSomeDead(ref List<object>? dropped)
    {
        try
        {
            for (int i = 0; i < OwnersAskedAtATime; i++)
            {
                if (_depot.Threads.NextIfDead() is { } dead)
                    AdoptLocked(dead, ref dropped);
            }

            RemoveIfDrained(); // they may have been the last ones of a disposed pool
        }
        catch (OutOfMemoryException)
        {
            // they wait for the next one that asks; the caller has items to take care of
        }
    }

    private void AdoptDeadLocked(ref List<object>? dropped)
    {
        for (int i = _depot.Threads.Count - 1; i >= 0; i--)
        {
            if (_depot.Threads[i].Thread.IsDead)
                AdoptLocked(_depot.Threads[i], ref dropped);
        }
    }

    private void AdoptLocked(ThreadMagazine orphan, ref List<object>? dropped)
    {
        _depot.Reserve(orphan.Count + 2, ref dropped); // with the spare item and the home cell
        LeaseCell? home = orphan.DetachHome();
        (object? spare, MagazineSlot[] slots, int count) = orphan.Detach();
        orphan.Thread.Magazines![_id] = null; // if its thread runs again after all, it registers again
        Unregister(orphan);
        int before = _depot.Count;
        int added = _depot.Add<MagazineSlot>(slots.AsSpan(0, count));
        for (int i = added; i < count; i++)
            _depot.Adopt(slots[i].Item!, ref dropped);

        if (spare is not null)
            _depot.Adopt(spare, ref dropped);

        if (home is not null)
            _depot.Adopt(home, ref dropped);

        _depot.NoteAdopted(_depot.Count - before);
    }
}
