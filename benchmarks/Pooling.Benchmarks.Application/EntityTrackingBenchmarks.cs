namespace Pooling.Benchmarks.Application;

/// <summary>Measures the updates of a player about the creatures in sight: those that entered, those that left, and the changed fields of
/// the others. Before each call, none, a tenth or all of them move.</summary>
/// <remarks>"program" is the load from which the source computes the allocations of its whole program: 250 maps of idle creatures with two
/// players each, called 60 times a second. An operation is one player's call. The creatures are ordered by their ids for all contenders, as
/// the server's grid returns them.</remarks>
public class EntityTrackingBenchmarks
{
    private const byte Moved = 3; // position and health

    private static readonly Dictionary<ulong, byte> s_none = [];

    private readonly Dictionary<ulong, byte> _changes = [];
    private readonly EntityStore _store = new();
    private readonly List<Player> _players = [];
    private readonly byte[] _masks = new byte[250 * 200]; // by slot of the store
    private readonly int[] _added = new int[200];
    private readonly uint[] _removed = new uint[200];
    private int _active;
    private uint _tick = 1_000; // so that the first move goes away from the start

    [Params(50, 100, 200)]
    public int Entities { get; set; }

    [Params("idle", "tenth", "all", "program")]
    public string Load { get; set; } = "";

    [GlobalSetup]
    public void Setup()
    {
        _active = Load switch { "tenth" => Entities / 10, "all" => Entities, _ => 0 };
        (int maps, int playersOfMap) = Load == "program" ? (250, 2) : (1, 1);
        for (int map = 0; map < maps; map++)
        {
            int[] ids = [.. Enumerable.Range((map * Entities) + 1, Entities)];
            Creature[] near = [.. ids.Select(static id => new Creature((ulong)id))];
            int[] slots = [.. ids.Select(id => _store.Add((uint)id, "creature", 0, 0))];
            _players.AddRange(Enumerable.Range(0, playersOfMap).Select(_ => new Player(near, slots)));
        }

        foreach (Player player in _players)
        {
            player.Compare();
            player.LookUp(s_none);
            LookUp(player);
        }
    }

    [Benchmark(Baseline = true), Row("AVALON-entities-*", Role.Before), Row("AVALON-whole-program", Role.Before)]
    public long SetsAndLists() => NextAfterMoves().Compare();

    /// <summary>As published. No code puts changes into the map, so only creatures that entered or left are found.</summary>
    [Benchmark, OutputNotCompared("finds no changes"), Row("AVALON-whole-program", Role.Published)]
    [Row("AVALON-entities-idle-*", Role.Published), Row("AVALON-entities-active-*", Role.Published)]
    [Row("AVALON-entities-tenth-*", Role.Published)]
    public long EmptyMap() => NextAfterMoves().LookUp(s_none);

    /// <summary>The published technique, with the changes in the map.</summary>
    [Benchmark, Row("AVALON-entities-dirty", Role.Published)]
    public long DirtyMap()
    {
        Player player = NextAfterMoves();
        _changes.Clear();
        foreach (Creature creature in player.Near.AsSpan(0, _active))
            _changes.Add(creature.Id, Moved);

        return player.LookUp(_changes);
    }

    /// <summary>The technique of the game server: ids in arrays, and a mask for each slot.</summary>
    [Benchmark, Row("AVALON-entities-*", Role.Ours), Row("AVALON-whole-program", Role.Ours)]
    public long SortedArrays()
    {
        Player player = NextAfterMoves();
        Array.Clear(_masks, 0, _active);
        foreach (int slot in player.Slots.AsSpan(0, _active))
            _masks[slot] |= Moved;

        return LookUp(player);
    }

    private Player NextAfterMoves()
    {
        uint tick = ++_tick;
        Player player = _players[(int)(tick % _players.Count)];
        foreach (Creature creature in player.Near.AsSpan(0, _active))
            (creature.Position, creature.Health) = (new Vector3(tick, 0, tick), 1_000 - (tick % 1_000));

        return player;
    }

    private long LookUp(Player player)
    {
        (int added, int removed) = player.Visible.Update(_store, player.Slots, _added, _removed);
        long found = (added * SnapshotTracker.Added) + (removed * SnapshotTracker.Removed);
        foreach (int slot in player.Visible.Slots)
            found += _masks[slot];

        return found;
    }

    private sealed class Player(Creature[] near, int[] slots)
    {
        internal readonly Creature[] Near = near;
        internal readonly int[] Slots = slots;
        internal readonly VisibleSet Visible = new(near.Length);
        private readonly DirtyMapTracker _map = new();

        // The published code tracks creatures, characters and objects separately. Only creatures are used here.
        private readonly SnapshotTracker[] _trackers = [new SnapshotTracker(), new SnapshotTracker(), new SnapshotTracker()];

        internal long Compare() => _trackers[0].Update(Near) + _trackers[1].Update([]) + _trackers[2].Update([]);

        internal long LookUp(Dictionary<ulong, byte> changes) => _map.Update(Near, changes);
    }
}
