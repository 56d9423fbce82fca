namespace Pooling.Benchmarks.Application;

/// <summary>The fields of a creature that changed.</summary>
[Flags]
internal enum Changes : byte
{
    None = 0,
    Position = 1,
    Health = 2,
    Mana = 4,
}

internal sealed class Creature(ulong id)
{
    internal readonly ulong Id = id;
    internal Vector3 Position = new(id, 0, id);
    internal uint Health = 1_000;
    internal uint Mana = 100;
}

/// <summary>The published baseline: a new set and a new list for each call, and all fields of all creatures compared with a copy.</summary>
internal sealed class SnapshotTracker
{
    internal const long Added = 1_000_000; // what each tracker adds to its sum for a creature that came
    internal const long Removed = 1_000; // and for one that went

    private readonly Dictionary<ulong, Creature> _copies = [];

    internal long Update(ReadOnlySpan<Creature> near)
    {
        HashSet<ulong> seen = near.IsEmpty ? [] : new HashSet<ulong>(4); // so much that it allocates what the published one did
        long found = 0;
        foreach (Creature creature in near)
        {
            seen.Add(creature.Id);
            if (_copies.TryGetValue(creature.Id, out Creature? copy))
                found += (long)Compare(copy, creature);
            else
                found += Added;

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

    private static Changes Compare(Creature old, Creature now) =>
        (old.Position != now.Position ? Changes.Position : Changes.None)
        | (old.Health != now.Health ? Changes.Health : Changes.None)
        | (old.Mana != now.Mana ? Changes.Mana : Changes.None);
}

/// <summary>The published improvement: sets that stay, and a map of the creatures that changed.</summary>
internal sealed class DirtyMapTracker
{
    private readonly HashSet<ulong> _known = [];
    private readonly HashSet<ulong> _seen = [];
    private readonly List<ulong> _gone = [];

    [MethodImpl(MethodImplOptions.NoInlining)] // the same code with either map
    internal long Update(ReadOnlySpan<Creature> near, Dictionary<ulong, Changes> changes)
    {
        _seen.Clear();
        _gone.Clear();
        long found = 0;
        foreach (Creature creature in near)
        {
            _seen.Add(creature.Id);
            if (_known.Add(creature.Id))
                found += SnapshotTracker.Added;
            else if (changes.TryGetValue(creature.Id, out Changes changed))
                found += (long)changed;
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
