using Pooling.GameServer.World;

namespace Pooling.GameServer.After;

/// <summary>The entities, an array for each field, with a mask of the fields that changed since the last broadcast, in a grid of linked lists.</summary>
/// <remarks>For the tick thread. Memory is allocated when there are more entities than ever before.</remarks>
internal sealed class EntityStore
{
    private const int None = -1;

    private readonly int[] _cells = new int[WorldRules.CellsPerAxis * WorldRules.CellsPerAxis]; // the first of each square
    private int[] _next = [];
    private int[] _previous = [];
    private int _free = None; // the first of the free slots, linked by _next

    public EntityStore() => Array.Fill(_cells, None);

    /// <summary>One more than the highest slot in use.</summary>
    public int Slots { get; private set; }

    /// <summary>The entity in each slot; 0 if the slot is free.</summary>
    public uint[] Ids { get; private set; } = [];

    public string[] Names { get; private set; } = [];

    public int[] X { get; private set; } = [];

    public int[] Y { get; private set; } = [];

    public uint[] Facing { get; private set; } = [];

    public uint[] Steps { get; private set; } = [];

    /// <summary>The fields of each entity that changed.</summary>
    public EntityFields[] Dirty { get; private set; } = [];

    public int Add(uint id, string name, int x, int y)
    {
        int slot = _free;
        if (slot == None)
        {
            slot = Slots;
            if (slot == Ids.Length)
                Grow();

            Slots++;
        }
        else
        {
            _free = _next[slot];
        }

        Ids[slot] = id;
        Names[slot] = name;
        X[slot] = x;
        Y[slot] = y;
        Facing[slot] = 0;
        Steps[slot] = 0;
        Dirty[slot] = EntityFields.None;
        Link(slot, WorldRules.Cell(x, y));
        return slot;
    }

    public void Remove(int slot)
    {
        Unlink(slot, WorldRules.Cell(X[slot], Y[slot]));
        Ids[slot] = 0;
        Names[slot] = "";
        Dirty[slot] = EntityFields.None;
        _next[slot] = _free;
        _free = slot;
    }

    public void Move(int slot, int dx, int dy)
    {
        int x = WorldRules.Move(X[slot], dx);
        int y = WorldRules.Move(Y[slot], dy);
        uint facing = WorldRules.Facing(dx, dy);
        EntityFields changed = EntityFields.Steps;
        if (x != X[slot])
            changed |= EntityFields.X;

        if (y != Y[slot])
            changed |= EntityFields.Y;

        if (facing != Facing[slot])
            changed |= EntityFields.Facing;

        int from = WorldRules.Cell(X[slot], Y[slot]);
        int to = WorldRules.Cell(x, y);
        if (from != to)
        {
            Unlink(slot, from);
            Link(slot, to);
        }

        X[slot] = x;
        Y[slot] = y;
        Facing[slot] = facing;
        Steps[slot]++;
        Dirty[slot] |= changed;
    }

    /// <summary>Finds the nearest other entities around one.</summary>
    /// <param name="slot">Whose neighbours are wanted.</param>
    /// <param name="nearest">Receives their slots, the lowest id first; as many as fit.</param>
    /// <returns>How many there are.</returns>
    public int FindNearest(int slot, Span<int> nearest)
    {
        Span<int> distances = stackalloc int[nearest.Length];
        int count = 0;
        int column = X[slot] >> WorldRules.CellShift;
        int row = Y[slot] >> WorldRules.CellShift;
        for (int y = Math.Max(0, row - 1); y <= Math.Min(WorldRules.CellsPerAxis - 1, row + 1); y++)
        {
            for (int x = Math.Max(0, column - 1); x <= Math.Min(WorldRules.CellsPerAxis - 1, column + 1); x++)
            {
                for (int other = _cells[(y * WorldRules.CellsPerAxis) + x]; other != None; other = _next[other])
                {
                    if (other != slot)
                        Insert(other, WorldRules.Distance(X[other] - X[slot], Y[other] - Y[slot]), nearest, distances, ref count);
                }
            }
        }

        SortById(nearest[..count]);
        return count;
    }

    // Of two equally near ones the older counts, so that every server answers alike.
    private void Insert(int slot, int distance, Span<int> slots, Span<int> distances, ref int count)
    {
        int at = count;
        while (at > 0 && (distance < distances[at - 1] || (distance == distances[at - 1] && Ids[slot] < Ids[slots[at - 1]])))
            at--;

        if (at == slots.Length)
            return;

        if (count < slots.Length)
            count++;

        slots[at..(count - 1)].CopyTo(slots[(at + 1)..]);
        distances[at..(count - 1)].CopyTo(distances[(at + 1)..]);
        slots[at] = slot;
        distances[at] = distance;
    }

    private void SortById(Span<int> slots)
    {
        for (int i = 1; i < slots.Length; i++)
        {
            int slot = slots[i];
            int at = i;
            for (; at > 0 && Ids[slots[at - 1]] > Ids[slot]; at--)
                slots[at] = slots[at - 1];

            slots[at] = slot;
        }
    }

    private void Link(int slot, int cell)
    {
        int first = _cells[cell];
        _next[slot] = first;
        _previous[slot] = None;
        if (first != None)
            _previous[first] = slot;

        _cells[cell] = slot;
    }

    private void Unlink(int slot, int cell)
    {
        if (_previous[slot] == None)
            _cells[cell] = _next[slot];
        else
            _next[_previous[slot]] = _next[slot];

        if (_next[slot] != None)
            _previous[_next[slot]] = _previous[slot];
    }

    private void Grow()
    {
        int length = Math.Max(64, 2 * Ids.Length);
        Ids = Longer(Ids, length);
        Names = Longer(Names, length);
        X = Longer(X, length);
        Y = Longer(Y, length);
        Facing = Longer(Facing, length);
        Steps = Longer(Steps, length);
        Dirty = Longer(Dirty, length);
        _next = Longer(_next, length);
        _previous = Longer(_previous, length);
    }

    private static T[] Longer<T>(T[] array, int length)
    {
        Array.Resize(ref array, length);
        return array;
    }
}
