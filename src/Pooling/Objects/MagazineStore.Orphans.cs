namespace Pooling.Objects;

/// <content>Threads that have ended: their items go to the depot, and their credit to other threads.</content>
internal sealed partial class MagazineStore
{
    private const int OwnersAskedAtATime = 2;

    private int _adoptedEpoch; // a hint: two threads may adopt one after the other

    /// <summary>Moves the items of dead threads into the depot.</summary>
    internal void AdoptOrphans()
    {
        if (!_depot.HasThreads)
            return;

        List<object>? dropped = null;
        using (_depot.Enter())
        {
            AdoptDeadLocked(ref dropped);
            RemoveIfDrained();
        }

        if (!_abandoned)
            Drop.Later(dropped, this);
    }

    /// <summary>Checks whether a few threads are still alive. A process that allocates nothing has no collections, so nothing else might
    /// report their end for a long time.</summary>
    private void AdoptSomeDead(ref List<object>? dropped)
    {
        for (int i = 0; i < OwnersAskedAtATime; i++)
        {
            if (_depot.NextIfDead() is { } dead)
                AdoptLocked(dead, ref dropped);
        }

        RemoveIfDrained(); // they may have been the last ones of a disposed pool
    }

    private void AdoptDeadLocked(ref List<object>? dropped)
    {
        for (int i = _depot.ThreadCount - 1; i >= 0; i--)
        {
            // fewer if returning a thread number waited for its lock, and code that ran in the meantime on this thread used this pool
            if (i < _depot.ThreadCount && _depot.Thread(i) is { IsDead: true } dead)
                AdoptLocked(dead, ref dropped);
        }
    }

    private void AdoptLocked(ThreadMagazines orphan, ref List<object>? dropped)
    {
        if (orphan.HasMagazines)
            orphan.Loaded.Count = orphan.Count;

        object? home = orphan.DetachHome();
        Magazine loaded = orphan.Loaded;
        Magazine previous = orphan.Previous;
        object? atHand = orphan.Spare;
        orphan.Surrendered += orphan.InMagazines;
        orphan.Detach();
        orphan.Owner!.Entries[_id] = ThreadMagazines.None; // if its thread runs again after all, it registers again
        Unregister(orphan); // frees its credit, which its items use now
        if (atHand is not null)
            AdoptOne(atHand, ref dropped);

        if (home is not null)
            AdoptOne(home, ref dropped);

        AdoptMagazine(previous, ref dropped);
        AdoptMagazine(loaded, ref dropped);
    }

    private void AdoptMagazine(Magazine magazine, ref List<object>? dropped)
    {
        if (magazine.Count > 0 && magazine.Slots.Length == _limits.MagazineSize && _depot.TryAdd(magazine))
            return;

        while (magazine.Count > 0)
            AdoptOne(magazine.Pop(), ref dropped);

        _depot.AddSpare(magazine);
    }

    private void AdoptOne(object item, ref List<object>? dropped)
    {
        if (_depot.TryAddOne(item))
            return;

        _depot.Dropped++;
        (dropped ??= []).Add(item);
    }
}
