using Pooling.GameServer.World;

namespace Pooling.GameServer.Before;

/// <summary>The entities as objects in a dictionary, and the changes in another one, which is new for each broadcast.</summary>
internal sealed class BeforeWorld
{
    private readonly SightGrid _grid = new();
    private readonly List<BeforeEntity?> _slots = []; // by slot of the grid

    private Dictionary<uint, EntityFields> _dirty = [];

    public Dictionary<uint, BeforeEntity> Entities { get; } = [];

    /// <summary>The changes so far.</summary>
    public Dictionary<uint, EntityFields> Changes => _dirty;

    public BeforeEntity Add(uint id, string name, int x, int y)
    {
        int slot = _slots.IndexOf(null);
        if (slot < 0)
        {
            slot = _slots.Count;
            _slots.Add(null);
        }

        var entity = new BeforeEntity { Id = id, Slot = slot, Name = name, X = x, Y = y };
        _slots[slot] = entity;
        Entities.Add(id, entity);
        _grid.Add(slot, id, x, y);
        return entity;
    }

    public void Remove(BeforeEntity entity)
    {
        Entities.Remove(entity.Id);
        _slots[entity.Slot] = null;
        _grid.Remove(entity.Slot);
        _dirty.Remove(entity.Id);
    }

    public void Move(BeforeEntity entity, int dx, int dy)
    {
        int x = WorldRules.Move(entity.X, dx);
        int y = WorldRules.Move(entity.Y, dy);
        uint facing = WorldRules.Facing(dx, dy);
        EntityFields changed = EntityFields.Steps;
        changed |= x != entity.X ? EntityFields.X : EntityFields.None;
        changed |= y != entity.Y ? EntityFields.Y : EntityFields.None;
        changed |= facing != entity.Facing ? EntityFields.Facing : EntityFields.None;
        _grid.Move(entity.Slot, x, y);
        (entity.X, entity.Y, entity.Facing) = (x, y, facing);
        entity.Steps++;
        _dirty[entity.Id] = _dirty.GetValueOrDefault(entity.Id) | changed;
    }

    /// <summary>Returns the entities nearest to one, in a new list.</summary>
    public List<BeforeEntity> FindNearest(BeforeEntity entity, int most = WorldRules.MaxVisible, ISeen? seen = null)
    {
        Span<int> slots = stackalloc int[most];
        int count = _grid.FindNearest(entity.Slot, slots, seen);
        var near = new List<BeforeEntity>();
        foreach (int slot in slots[..count])
            near.Add(_slots[slot]!);

        return near;
    }

    /// <summary>Returns the changes since the previous call.</summary>
    public Dictionary<uint, EntityFields> TakeChanges()
    {
        Dictionary<uint, EntityFields> changes = _dirty;
        _dirty = [];
        return changes;
    }
}
