using Pooling.GameServer.World;

namespace Pooling.GameServer.After;

/// <summary>The entities, with an array for each field and a mask of the fields that changed since the last broadcast.</summary>
/// <remarks>For the tick thread. Allocates when there are more entities than ever before.</remarks>
internal sealed class EntityStore
{
    private const int None = -1;

    private readonly SightGrid _grid = new();
    private int[] _next = []; // links of the free slots
    private int _free = None; // the first free slot

    /// <summary>One more than the highest slot in use.</summary>
    public int Slots { get; private set; }

    /// <summary>The entity in each slot; 0 if the slot is free.</summary>
    public uint[] Ids => _grid.Ids;

    public string[] Names { get; private set; } = [];

    public int[] X => _grid.X;

    public int[] Y => _grid.Y;

    public uint[] Facing { get; private set; } = [];

    public uint[] Steps { get; private set; } = [];

    /// <summary>The changed fields of each entity.</summary>
    public EntityFields[] Dirty { get; private set; } = [];

    public int Add(uint id, string name, int x, int y)
    {
        int slot = _free;
        if (slot == None)
        {
            slot = Slots;
            if (slot == Names.Length)
                Grow();

            Slots++;
        }
        else
        {
            _free = _next[slot];
        }

        _grid.Add(slot, id, x, y);
        Names[slot] = name;
        Facing[slot] = 0;
        Steps[slot] = 0;
        Dirty[slot] = EntityFields.None;
        return slot;
    }

    public void Remove(int slot)
    {
        _grid.Remove(slot);
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

        _grid.Move(slot, x, y);
        Facing[slot] = facing;
        Steps[slot]++;
        Dirty[slot] |= changed;
    }

    /// <summary>Finds the entities nearest to one: see <see cref="SightGrid.FindNearest"/>.</summary>
    public int FindNearest(int slot, Span<int> nearest, ISeen? seen = null) => _grid.FindNearest(slot, nearest, seen);

    private void Grow()
    {
        int length = Math.Max(64, 2 * Names.Length);
        Names = Longer(Names, length);
        Facing = Longer(Facing, length);
        Steps = Longer(Steps, length);
        Dirty = Longer(Dirty, length);
        _next = Longer(_next, length);
    }

    private static T[] Longer<T>(T[] array, int length)
    {
        Array.Resize(ref array, length);
        return array;
    }
}
