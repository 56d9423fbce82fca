using System.Runtime.InteropServices;
using BenchmarkDotNet.Attributes;
using Pooling.GameServer.After;
using Pooling.GameServer.Before;
using Pooling.GameServer.World;

namespace Pooling.Benchmarks.Application;

/// <summary>What a player is told of the entities in sight, call by call: who came, who went, and which fields changed. In the published
/// rows the map of changes is empty, also where entities move; the category "dirty" passes a real one.</summary>
public class EntityTrackingBenchmarks
{
    private const int Operations = 20;

    private static readonly Dictionary<uint, EntityFields> s_none = [];

    private readonly StockTracker _stock = new();
    private readonly StockWorld _world = new();
    private readonly EntityStore _store = new();
    private readonly Dictionary<uint, int> _stamps = []; // of the published technique: the last call that saw an entity
    private readonly List<uint> _added = [];
    private readonly List<uint> _removed = [];
    private VisibleSet _visible = new();
    private StockEntity[] _near = [];
    private int[] _slots = [];
    private int[] _addedSlots = [];
    private uint[] _removedIds = [];
    private EntityFields[] _masks = [];
    private int _stamp;
    private int _active;

    [Params(50, 100, 200)]
    public int Entities { get; set; }

    [Params("idle", "tenth", "all")]
    public string Active { get; set; } = "";

    [GlobalSetup]
    public void Setup()
    {
        _near = [.. Enumerable.Range(1, Entities).Select(i => _world.Add((uint)i, "creature", i, i))];
        _slots = [.. Enumerable.Range(1, Entities).Select(i => _store.Add((uint)i, "creature", i, i))];
        _visible = new VisibleSet(Entities);
        _addedSlots = new int[Entities];
        _removedIds = new uint[Entities];
        _masks = new EntityFields[Entities + 1];
        _active = Active switch { "idle" => 0, "tenth" => Entities / 10, _ => Entities };
        _stock.Update(Ids());
        PublishedUpdate(s_none);
        _visible.Update(_store, _slots, _addedSlots, _removedIds);
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations)]
    [BenchmarkCategory("published")]
    [Row("AVALON-entities-idle-50", Role.Before)]
    [Row("AVALON-entities-idle-100", Role.Before)]
    [Row("AVALON-entities-idle-200", Role.Before)]
    [Row("AVALON-entities-active-50", Role.Before)]
    [Row("AVALON-entities-active-100", Role.Before)]
    [Row("AVALON-entities-active-200", Role.Before)]
    [Row("AVALON-entities-tenth-50", Role.Before)]
    [Row("AVALON-entities-tenth-100", Role.Before)]
    [Row("AVALON-entities-tenth-200", Role.Before)]
    public long SetsAndLists()
    {
        long sum = 0;
        for (int i = 0; i < Operations; i++)
            sum += StockUpdate(s_none);

        return sum;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("published")]
    [Row("AVALON-entities-idle-50", Role.Published)]
    [Row("AVALON-entities-idle-100", Role.Published)]
    [Row("AVALON-entities-idle-200", Role.Published)]
    [Row("AVALON-entities-active-50", Role.Published)]
    [Row("AVALON-entities-active-100", Role.Published)]
    [Row("AVALON-entities-active-200", Role.Published)]
    [Row("AVALON-entities-tenth-50", Role.Published)]
    [Row("AVALON-entities-tenth-100", Role.Published)]
    [Row("AVALON-entities-tenth-200", Role.Published)]
    public long StampsAndMap()
    {
        long sum = 0;
        for (int i = 0; i < Operations; i++)
            sum += PublishedUpdate(s_none);

        return sum;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("published")]
    [Row("AVALON-entities-idle-50", Role.Ours)]
    [Row("AVALON-entities-idle-100", Role.Ours)]
    [Row("AVALON-entities-idle-200", Role.Ours)]
    [Row("AVALON-entities-active-50", Role.Ours)]
    [Row("AVALON-entities-active-100", Role.Ours)]
    [Row("AVALON-entities-active-200", Role.Ours)]
    [Row("AVALON-entities-tenth-50", Role.Ours)]
    [Row("AVALON-entities-tenth-100", Role.Ours)]
    [Row("AVALON-entities-tenth-200", Role.Ours)]
    public long SortedArrays()
    {
        long sum = 0;
        for (int i = 0; i < Operations; i++)
            sum += OwnUpdate(_masks);

        return sum;
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations)]
    [BenchmarkCategory("dirty")]
    [Row("AVALON-entities-dirty", Role.Before)]
    public long DirtyDictionary()
    {
        long sum = 0;
        for (int i = 0; i < Operations; i++)
        {
            MoveStock();
            sum += StockUpdate(_world.TakeChanges());
        }

        return sum;
    }

    /// <summary>Masks by entity in a map that stays.</summary>
    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("dirty")]
    [Row("AVALON-entities-dirty", Role.Published)]
    public long DirtyMap()
    {
        long sum = 0;
        for (int i = 0; i < Operations; i++)
        {
            MoveStock();
            sum += PublishedUpdate(_world.Changes);
            _world.Changes.Clear();
        }

        return sum;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("dirty")]
    [Row("AVALON-entities-dirty", Role.Ours)]
    public long DirtyMasks()
    {
        long sum = 0;
        for (int i = 0; i < Operations; i++)
        {
            for (int slot = 0; slot < _active; slot++)
                _store.Move(slot, 0, 0);

            sum += OwnUpdate(_store.Dirty);
            Array.Clear(_store.Dirty, 0, _store.Slots);
        }

        return sum;
    }

    private void MoveStock()
    {
        for (int i = 0; i < _active; i++)
            _world.Move(_near[i], 0, 0);
    }

    private IEnumerable<uint> Ids()
    {
        foreach (StockEntity entity in _near)
            yield return entity.Id;
    }

    private long StockUpdate(Dictionary<uint, EntityFields> changes)
    {
        (List<uint> added, List<uint> removed, List<uint> kept) = _stock.Update(Ids());
        long sum = (added.Count * 1_000_000L) + (removed.Count * 1_000L);
        foreach (uint id in kept)
            sum += (long)changes.GetValueOrDefault(id);

        return sum;
    }

    private long PublishedUpdate(Dictionary<uint, EntityFields> changes)
    {
        _added.Clear();
        _removed.Clear();
        int stamp = ++_stamp;
        long sum = 0;
        foreach (StockEntity entity in _near)
        {
            ref int seen = ref CollectionsMarshal.GetValueRefOrAddDefault(_stamps, entity.Id, out bool exists);
            seen = stamp;
            if (!exists)
                _added.Add(entity.Id);
            else if (changes.Count != 0)
                sum += (long)changes.GetValueOrDefault(entity.Id);
        }

        if (_stamps.Count != _near.Length)
        {
            foreach ((uint id, int seen) in _stamps)
            {
                if (seen != stamp)
                    _removed.Add(id);
            }
        }

        return sum + (_added.Count * 1_000_000L) + (_removed.Count * 1_000L);
    }

    private long OwnUpdate(EntityFields[] masks)
    {
        (int added, int removed) = _visible.Update(_store, _slots, _addedSlots, _removedIds);
        long sum = (added * 1_000_000L) + (removed * 1_000L);
        foreach (int slot in _visible.Slots)
            sum += (long)masks[slot];

        return sum;
    }
}
