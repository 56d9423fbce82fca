namespace Pooling.GameServer.World;

public sealed class SightGridTests
{
    private readonly SightGrid _grid = new();

    [Theory]
    [InlineData(50, WorldRules.Size + 1)]
    [InlineData(1000, WorldRules.Size + 1)]
    [InlineData(1600, 1024)]
    [InlineData(300, 2048)]
    [InlineData(97, 60)]
    public void FindNearest_RandomPlaces_FindsExactlyTheNearest(int count, int side)
    {
        var random = new Random(count);
        int corner = (WorldRules.Size + 1 - side) / 2;
        for (int slot = 0; slot < count; slot++)
            _grid.Add(slot, (uint)slot + 1, corner + random.Next(side), corner + random.Next(side));

        for (int round = 0; round < 200; round++)
        {
            int moved = random.Next(count);
            _grid.Move(moved, corner + random.Next(side), corner + random.Next(side));
            int slot = random.Next(count);
            int most = random.Next(1, WorldRules.MaxVisible + 1);
            int[] nearest = new int[most];

            int found = _grid.FindNearest(slot, nearest);

            Assert.Equal(Expected(slot, count, most), nearest[..found].Select(near => _grid.Ids[near]));
        }
    }

    /// <summary>Checks the cost of a crowd. Each of 1,600 players on one square used to compare all the others.</summary>
    [Fact]
    public void FindNearest_1600OnOneSquare_ComparesFew()
    {
        var random = new Random(1);
        for (int slot = 0; slot < 1600; slot++)
            _grid.Add(slot, (uint)slot + 1, 4096 + random.Next(1024), 4096 + random.Next(1024));

        LookAll(1600);

        Assert.InRange(_grid.Compared, 1600 * 20, 1600 * 300); // not 1,600 times 1,600
    }

    [Fact]
    public void FindNearest_AllInOnePoint_ComparesSoManyAndSeesTheSameAgain()
    {
        for (int slot = 0; slot < 1600; slot++)
            _grid.Add(slot, (uint)slot + 1, 100, 100);

        int[] before = new int[WorldRules.MaxVisible];
        _grid.FindNearest(1500, before);
        LookAll(1600);
        _grid.Add(1600, 1601, 100, 100);
        int[] after = new int[WorldRules.MaxVisible];
        _grid.FindNearest(1500, after);

        Assert.Equal(before, after);
        Assert.Equal(1602 * SightGrid.MaxLookedAt, _grid.Compared);
    }

    [Fact]
    public void FindNearest_WhoIsSeenAlready_StaysAmongTwiceAsMany()
    {
        for (int slot = 0; slot < 200; slot++)
            _grid.Add(slot, (uint)slot + 1, 4000 + slot, 4000); // the nearest of the first are the next ones

        int[] nearest = new int[10];
        var seen = new Seen(14, 21, 22, 100);
        Assert.Equal(10, _grid.FindNearest(0, nearest, seen));

        // Half of them in any case, then 14 and 21, which are seen and among the nearest 20, then the next.
        Assert.Equal([2u, 3, 4, 5, 6, 7, 8, 9, 14, 21], nearest.Select(slot => _grid.Ids[slot]));
    }

    /// <summary>Checks the number of entities that are added and removed while all move in a crowd.</summary>
    [Fact]
    public void FindNearest_InACrowdThatMoves_FewerComeAndGo()
    {
        Assert.InRange(Changes(isStable: true), 1, Changes(isStable: false) * 2 / 3);
    }

    private static int Changes(bool isStable)
    {
        var random = new Random(3);
        var grid = new SightGrid();
        for (int slot = 0; slot < 1600; slot++)
            grid.Add(slot, (uint)slot + 1, 4096 + random.Next(1024), 4096 + random.Next(1024));

        int changes = 0;
        uint[] before = [];
        int[] nearest = new int[12];
        for (int round = 0; round < 100; round++)
        {
            for (int slot = 0; slot < 1600; slot++)
            {
                grid.Move(slot, Math.Clamp(grid.X[slot] + random.Next(-32, 33), 4096, 5119),
                    Math.Clamp(grid.Y[slot] + random.Next(-32, 33), 4096, 5119));
            }

            int count = grid.FindNearest(800, nearest, isStable ? new Seen(before) : null);
            uint[] now = [.. nearest[..count].Select(slot => grid.Ids[slot])];
            changes += now.Except(before).Count();
            before = now;
        }

        return changes;
    }

    private sealed class Seen(params uint[] entities) : ISeen
    {
        public bool Sees(uint entity) => entities.Contains(entity);
    }

    [Fact]
    public void Remove_TheFirstAndTheLast_LeavesTheOthers()
    {
        for (int slot = 0; slot < 4; slot++)
            _grid.Add(slot, (uint)slot + 1, 10 * slot, 10);

        _grid.Remove(0);
        _grid.Remove(3);
        int[] nearest = new int[5];

        Assert.Equal(1, _grid.FindNearest(1, nearest));
        Assert.Equal(2, nearest[0]);
        _grid.Add(0, 9, 15, 10);
        Assert.Equal(2, _grid.FindNearest(1, nearest));
        Assert.Equal([2, 0], nearest[..2]); // by id
    }

    [Theory]
    [InlineData(1, 20)]
    [InlineData(500, 20)]
    [InlineData(800, 12)]
    [InlineData(1600, 6)]
    [InlineData(2000, 5)]
    [InlineData(100_000, 1)]
    public void Sight_ManyPlayers_IsNoMoreThanABroadcastCanBear(int players, int expected) =>
        Assert.Equal(expected, WorldRules.Sight(players));

    [Theory]
    [InlineData(1, 1, 6)]
    [InlineData(499, 1, 6)]
    [InlineData(500, 3, 12)]
    [InlineData(999, 3, 12)]
    [InlineData(1000, 3, 18)]
    [InlineData(1499, 3, 18)]
    [InlineData(1500, 6, 18)]
    [InlineData(2000, 6, 18)]
    public void Turns_ManyPlayers_AreSpread(int players, int ofSending, int ofLooking)
    {
        Assert.Equal(ofSending, WorldRules.SendTurns(players));
        Assert.Equal(ofLooking, WorldRules.LookTurns(players));
    }

    private void LookAll(int count)
    {
        Span<int> nearest = stackalloc int[WorldRules.MaxVisible];
        for (int slot = 0; slot < count; slot++)
            _grid.FindNearest(slot, nearest);
    }

    private IEnumerable<uint> Expected(int self, int count, int most) => Enumerable.Range(0, count)
        .Where(slot => slot != self && IsInSight(self, slot))
        .OrderBy(slot => WorldRules.Distance(_grid.X[slot] - _grid.X[self], _grid.Y[slot] - _grid.Y[self]))
        .ThenBy(slot => _grid.Ids[slot])
        .Take(most)
        .Select(slot => _grid.Ids[slot])
        .Order();

    private bool IsInSight(int self, int slot) =>
        Math.Abs((_grid.X[self] >> WorldRules.CellShift) - (_grid.X[slot] >> WorldRules.CellShift)) <= 1
        && Math.Abs((_grid.Y[self] >> WorldRules.CellShift) - (_grid.Y[slot] >> WorldRules.CellShift)) <= 1;
}
