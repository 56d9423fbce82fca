using Pooling.GameServer.World;

namespace Pooling.GameServer.Before;

/// <summary>The entities as objects in lists, one for each square, and what changed in a dictionary that is new for each broadcast.</summary>
internal sealed class StockWorld
{
    private readonly List<StockEntity>[] _cells =
        [.. Enumerable.Range(0, WorldRules.CellsPerAxis * WorldRules.CellsPerAxis).Select(static _ => new List<StockEntity>())];

    private Dictionary<uint, EntityFields> _dirty = [];

    public Dictionary<uint, StockEntity> Entities { get; } = [];

    /// <summary>What changed so far.</summary>
    public Dictionary<uint, EntityFields> Changes => _dirty;

    public StockEntity Add(uint id, string name, int x, int y)
    {
        var entity = new StockEntity { Id = id, Name = name, X = x, Y = y };
        Entities.Add(id, entity);
        _cells[WorldRules.Cell(x, y)].Add(entity);
        return entity;
    }

    public void Remove(StockEntity entity)
    {
        Entities.Remove(entity.Id);
        _cells[WorldRules.Cell(entity.X, entity.Y)].Remove(entity);
        _dirty.Remove(entity.Id);
    }

    public void Move(StockEntity entity, int dx, int dy)
    {
        int x = WorldRules.Move(entity.X, dx);
        int y = WorldRules.Move(entity.Y, dy);
        uint facing = WorldRules.Facing(dx, dy);
        EntityFields changed = EntityFields.Steps;
        changed |= x != entity.X ? EntityFields.X : EntityFields.None;
        changed |= y != entity.Y ? EntityFields.Y : EntityFields.None;
        changed |= facing != entity.Facing ? EntityFields.Facing : EntityFields.None;
        int from = WorldRules.Cell(entity.X, entity.Y);
        int to = WorldRules.Cell(x, y);
        if (from != to)
        {
            _cells[from].Remove(entity);
            _cells[to].Add(entity);
        }

        (entity.X, entity.Y, entity.Facing) = (x, y, facing);
        entity.Steps++;
        _dirty[entity.Id] = _dirty.GetValueOrDefault(entity.Id) | changed;
    }

    /// <summary>The nearest other entities around one, in a new list.</summary>
    public List<StockEntity> FindNearest(StockEntity entity)
    {
        var near = new List<StockEntity>();
        int column = entity.X >> WorldRules.CellShift;
        int row = entity.Y >> WorldRules.CellShift;
        for (int y = Math.Max(0, row - 1); y <= Math.Min(WorldRules.CellsPerAxis - 1, row + 1); y++)
        {
            for (int x = Math.Max(0, column - 1); x <= Math.Min(WorldRules.CellsPerAxis - 1, column + 1); x++)
            {
                foreach (StockEntity other in _cells[(y * WorldRules.CellsPerAxis) + x])
                {
                    if (other != entity)
                        near.Add(other);
                }
            }
        }

        near.Sort((left, right) =>
        {
            int byDistance = WorldRules.Distance(left.X - entity.X, left.Y - entity.Y).CompareTo(WorldRules.Distance(right.X - entity.X, right.Y - entity.Y));
            return byDistance != 0 ? byDistance : left.Id.CompareTo(right.Id);
        });
        return near.Count <= WorldRules.MostVisible ? near : near.GetRange(0, WorldRules.MostVisible);
    }

    /// <summary>What changed since this was asked last.</summary>
    public Dictionary<uint, EntityFields> TakeChanges()
    {
        Dictionary<uint, EntityFields> changes = _dirty;
        _dirty = [];
        return changes;
    }
}
