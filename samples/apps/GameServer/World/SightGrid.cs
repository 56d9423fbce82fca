namespace Pooling.GameServer.World;

/// <summary>The positions of all entities: two grids of linked lists over one set of slots, a coarse one for few entities and a fine one
/// for crowds.</summary>
/// <remarks>
/// <para>For the tick thread. Allocates when there are more entities than ever before.</para>
/// <para>A search costs at most <see cref="MaxLookedAt"/> entities and the squares of a crowd, however many entities are in one place. Up
/// to that number, it finds exactly the nearest; in a denser crowd, those that arrived first, so that the result is stable.</para>
/// </remarks>
internal sealed class SightGrid
{
    /// <summary>The maximum number of entities that one search compares.</summary>
    public const int MaxLookedAt = 512;

    private const int FewEnough = 96; // entities in the nine coarse squares: so few are all compared

    private readonly SlotLists _coarse = new(WorldRules.CellsPerAxis * WorldRules.CellsPerAxis);
    private readonly SlotLists _fine = new(WorldRules.FineCellsPerAxis * WorldRules.FineCellsPerAxis);

    /// <summary>The number of entities that all searches so far have compared.</summary>
    public long Compared { get; private set; }

    public uint[] Ids { get; private set; } = [];

    public int[] X { get; private set; } = [];

    public int[] Y { get; private set; } = [];

    /// <summary>Adds an entity to a free slot.</summary>
    public void Add(int slot, uint id, int x, int y)
    {
        if (slot >= Ids.Length)
            Grow(slot + 1);

        Ids[slot] = id;
        X[slot] = x;
        Y[slot] = y;
        _coarse.Add(WorldRules.Cell(x, y), slot);
        _fine.Add(WorldRules.FineCell(x, y), slot);
    }

    public void Remove(int slot)
    {
        _coarse.Remove(WorldRules.Cell(X[slot], Y[slot]), slot);
        _fine.Remove(WorldRules.FineCell(X[slot], Y[slot]), slot);
        Ids[slot] = 0;
    }

    public void Move(int slot, int x, int y)
    {
        int from = WorldRules.FineCell(X[slot], Y[slot]);
        int to = WorldRules.FineCell(x, y);
        if (from != to)
        {
            _fine.Remove(from, slot);
            _fine.Add(to, slot);
            int fromCoarse = WorldRules.Cell(X[slot], Y[slot]);
            int toCoarse = WorldRules.Cell(x, y);
            if (fromCoarse != toCoarse)
            {
                _coarse.Remove(fromCoarse, slot);
                _coarse.Add(toCoarse, slot);
            }
        }

        X[slot] = x;
        Y[slot] = y;
    }

    /// <summary>Finds the entities nearest to one, in its own coarse square and the eight around it.</summary>
    /// <param name="slot">The slot of the entity.</param>
    /// <param name="nearest">Receives their slots, lowest id first, as many as fit.</param>
    /// <param name="seen">The entities that it already sees, so that a crowd does not change with each step: the nearest half is chosen
    /// first, then, among twice as many, those that are already seen, then the next nearest; <see langword="null"/> for the
    /// nearest.</param>
    /// <returns>The number of slots.</returns>
    public int FindNearest(int slot, Span<int> nearest, ISeen? seen = null)
    {
        int candidates = seen is null ? nearest.Length : 2 * nearest.Length;
        Span<int> slots = seen is null ? nearest : stackalloc int[candidates];
        var found = new NearestSlots(this, slot, slots, stackalloc int[candidates]);
        var area = new CellArea(X[slot] >> WorldRules.CellShift, Y[slot] >> WorldRules.CellShift);
        int near = 0;
        for (int row = area.Top; row <= area.Bottom; row++)
        {
            for (int column = area.Left; column <= area.Right; column++)
                near += _coarse.Count((row * WorldRules.CellsPerAxis) + column);
        }

        if (near <= FewEnough)
            LookAtAll(in area, ref found);
        else
            LookOutwards(area.ToFine(), ref found);

        Compared += found.Looked;
        int count = seen is null ? found.Count : found.Choose(seen, nearest);
        NearestSlots.SortById(nearest[..count], Ids);
        return count;
    }

    private void LookAtAll(in CellArea area, ref NearestSlots found)
    {
        for (int row = area.Top; row <= area.Bottom; row++)
        {
            for (int column = area.Left; column <= area.Right; column++)
                LookAt(_coarse, (row * WorldRules.CellsPerAxis) + column, ref found);
        }
    }

    // Ring by ring of fine squares, until no entity farther out can be nearer.
    private void LookOutwards(CellArea area, ref NearestSlots found)
    {
        int column = found.X >> WorldRules.FineCellShift;
        int row = found.Y >> WorldRules.FineCellShift;
        int rings = area.Rings(column, row);
        for (int ring = 0; ring <= rings; ring++)
        {
            for (int y = Math.Max(area.Top, row - ring); y <= Math.Min(area.Bottom, row + ring); y++)
            {
                bool isEdge = y == row - ring || y == row + ring;
                int step = isEdge || ring == 0 ? 1 : 2 * ring; // between the edges, only the two ends belong to the ring
                for (int x = column - ring; x <= column + ring; x += step)
                {
                    if (x < area.Left || x > area.Right)
                        continue;

                    LookAt(_fine, (y * WorldRules.FineCellsPerAxis) + x, ref found);
                    if (found.Looked >= MaxLookedAt)
                        return;
                }
            }

            if (found.IsFullWithin(ring << WorldRules.FineCellShift))
                return;
        }
    }

    private static void LookAt(SlotLists lists, int cell, ref NearestSlots found)
    {
        int first = lists.First(cell);
        for (int other = first; other != SlotLists.None && found.Looked < MaxLookedAt; other = lists.Next(other, first))
            found.Add(other);
    }

    private void Grow(int least)
    {
        int length = Math.Max(64, Math.Max(least, 2 * Ids.Length));
        Ids = Longer(Ids, length);
        X = Longer(X, length);
        Y = Longer(Y, length);
        _coarse.Grow(length);
        _fine.Grow(length);
    }

    private static T[] Longer<T>(T[] array, int length)
    {
        Array.Resize(ref array, length);
        return array;
    }
}
