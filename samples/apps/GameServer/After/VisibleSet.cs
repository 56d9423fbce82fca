using Pooling.GameServer.World;

namespace Pooling.GameServer.After;

/// <summary>The entities that one player sees, ordered by id, in two reused arrays.</summary>
/// <param name="capacity">The maximum number of entities.</param>
internal sealed class VisibleSet(int capacity = WorldRules.MaxVisible) : ISeen
{
    private readonly uint[] _ids = new uint[capacity];
    private readonly int[] _slots = new int[capacity];

    public int Count { get; private set; }

    public ReadOnlySpan<uint> Ids => _ids.AsSpan(0, Count);

    /// <summary>The slots of the entities, valid as long as the store has the same id there.</summary>
    public ReadOnlySpan<int> Slots => _slots.AsSpan(0, Count);

    public bool Sees(uint entity) => Ids.BinarySearch(entity) >= 0;

    /// <summary>Replaces the set with the entities that are near now, and reports those that were added and removed.</summary>
    /// <param name="store">The entities.</param>
    /// <param name="nearest">The slots of the nearest entities, lowest id first.</param>
    /// <param name="added">Receives the slots of added entities.</param>
    /// <param name="removed">Receives the ids of removed entities.</param>
    public (int Added, int Removed) Update(EntityStore store, ReadOnlySpan<int> nearest, Span<int> added, Span<uint> removed)
    {
        int addedCount = 0;
        int removedCount = 0;
        int old = 0;
        foreach (int slot in nearest)
        {
            uint id = store.Ids[slot];
            while (old < Count && _ids[old] < id)
                removed[removedCount++] = _ids[old++];

            if (old < Count && _ids[old] == id)
                old++;
            else
                added[addedCount++] = slot;
        }

        while (old < Count)
            removed[removedCount++] = _ids[old++];

        for (int i = 0; i < nearest.Length; i++)
        {
            _slots[i] = nearest[i];
            _ids[i] = store.Ids[nearest[i]];
        }

        Count = nearest.Length;
        return (addedCount, removedCount);
    }
}
