namespace Pooling.Benchmarks.Application;

/// <summary>A creature whose changed fields are a mask: 1 for its position, 2 for health, 4 for mana.</summary>
internal sealed class Creature(ulong id)
{
    internal readonly ulong Id = id;
    internal Vector3 Position = new(id, 0, id);
    internal uint Health = 1_000;
    internal uint Mana = 100;
}

/// <summary>The published baseline. It creates a new set and a new list for each call, and compares all fields of all creatures with a
/// copy.</summary>
internal sealed class SnapshotTracker
{
    internal const long Added = 1_000_000; // added to the sum of a tracker for each new creature
    internal const long Removed = 1_000; // for each creature that left

    private readonly Dictionary<ulong, Creature> _copies = [];

    internal long Update(ReadOnlySpan<Creature> near)
    {
        HashSet<ulong> seen = near.IsEmpty ? [] : new HashSet<ulong>(4); // the capacity that allocates as much as published
        long found = 0;
        foreach (Creature creature in near)
        {
            seen.Add(creature.Id);
            found += _copies.TryGetValue(creature.Id, out Creature? copy) ? Compare(copy, creature) : Added;
            copy ??= _copies[creature.Id] = new Creature(creature.Id);
            (copy.Position, copy.Health, copy.Mana) = (creature.Position, creature.Health, creature.Mana);
        }

        List<ulong> gone = [];
        foreach (ulong id in _copies.Keys)
        {
            if (!seen.Contains(id))
                gone.Add(id);
        }

        foreach (ulong id in gone)
            _copies.Remove(id);

        return found + (gone.Count * Removed);
    }

    private static byte Compare(Creature old, Creature now) =>
        (byte)((old.Position != now.Position ? 1 : 0) | (old.Health != now.Health ? 2 : 0) | (old.Mana != now.Mana ? 4 : 0));
}

/// <summary>The published improvement. It keeps its sets, and has a map of the changed creatures.</summary>
internal sealed class DirtyMapTracker
{
    private readonly HashSet<ulong> _known = [];
    private readonly HashSet<ulong> _seen = [];
    private readonly List<ulong> _gone = [];

    [MethodImpl(MethodImplOptions.NoInlining)] // the same code with either map
    internal long Update(ReadOnlySpan<Creature> near, Dictionary<ulong, byte> changes)
    {
        _seen.Clear();
        _gone.Clear();
        long found = 0;
        foreach (Creature creature in near)
        {
            _seen.Add(creature.Id);
            found += _known.Add(creature.Id) ? SnapshotTracker.Added : changes.TryGetValue(creature.Id, out byte mask) ? mask : 0;
        }

        foreach (ulong id in _known)
        {
            if (!_seen.Contains(id))
                _gone.Add(id);
        }

        foreach (ulong id in _gone)
            _known.Remove(id);

        return found + (_gone.Count * SnapshotTracker.Removed);
    }
}
