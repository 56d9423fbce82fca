namespace Pooling.GameServer.World;

/// <summary>The nearest of the entities compared so far, nearest first.</summary>
internal ref struct NearestSlots
{
    private readonly SightGrid _grid;
    private readonly int _self;
    private readonly Span<int> _slots;
    private readonly Span<int> _distances;

    public NearestSlots(SightGrid grid, int self, Span<int> slots, Span<int> distances)
    {
        _grid = grid;
        _self = self;
        _slots = slots;
        _distances = distances;
        X = grid.X[self];
        Y = grid.Y[self];
    }

    public readonly int X { get; }

    public readonly int Y { get; }

    public int Count { get; private set; }

    /// <summary>The number of compared entities.</summary>
    public int Looked { get; private set; }

    /// <summary>Whether there is no free place, and all entities are within a distance.</summary>
    public readonly bool IsFullWithin(int distance) =>
        Count == _slots.Length && (Count == 0 || _distances[^1] <= WorldRules.Distance(distance, 0));

    public void Add(int slot)
    {
        Looked++;
        if (slot == _self)
            return;

        // Of two equally near entities, the older one wins, so that every server gives the same answer.
        int distance = WorldRules.Distance(_grid.X[slot] - X, _grid.Y[slot] - Y);
        uint id = _grid.Ids[slot];
        int at = Count;
        while (at > 0 && (distance < _distances[at - 1] || (distance == _distances[at - 1] && id < _grid.Ids[_slots[at - 1]])))
            at--;

        if (at == _slots.Length)
            return;

        if (Count < _slots.Length)
            Count++;

        _slots[at..(Count - 1)].CopyTo(_slots[(at + 1)..]);
        _distances[at..(Count - 1)].CopyTo(_distances[(at + 1)..]);
        _slots[at] = slot;
        _distances[at] = distance;
    }

    /// <summary>Chooses some of the entities.</summary>
    /// <param name="seen">Those that are preferred to others.</param>
    /// <param name="chosen">Receives the nearest in its first half, then those that are already seen, then the next nearest.</param>
    /// <returns>The number of chosen entities.</returns>
    public readonly int Choose(ISeen seen, Span<int> chosen)
    {
        int sure = Math.Min(Count, (chosen.Length + 1) / 2);
        _slots[..sure].CopyTo(chosen);
        int count = sure;
        for (int i = sure; i < Count && count < chosen.Length; i++)
        {
            if (seen.Sees(_grid.Ids[_slots[i]]))
                chosen[count++] = _slots[i];
        }

        for (int i = sure; i < Count && count < chosen.Length; i++)
        {
            if (!seen.Sees(_grid.Ids[_slots[i]]))
                chosen[count++] = _slots[i];
        }

        return count;
    }

    /// <summary>Sorts slots by their ids.</summary>
    public static void SortById(Span<int> slots, uint[] ids)
    {
        for (int i = 1; i < slots.Length; i++)
        {
            int slot = slots[i];
            int at = i;
            for (; at > 0 && ids[slots[at - 1]] > ids[slot]; at--)
                slots[at] = slots[at - 1];

            slots[at] = slot;
        }
    }
}
