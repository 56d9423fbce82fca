using Pooling.GameServer.Before;
using Pooling.GameServer.World;

namespace Pooling.GameServer.After;

/// <summary>Tests the arrays against the objects with a long random sequence of operations.</summary>
public sealed class EntityStoreTests
{
    [Fact]
    public void FindNearestAndDirty_RandomLife_EqualTheBeforeWorld()
    {
        var random = new Random(3);
        var store = new EntityStore();
        var world = new BeforeWorld();
        var slots = new Dictionary<uint, int>();
        var visible = new Dictionary<uint, (VisibleSet Pooled, BeforeTracker Before)>();
        uint last = 0;
        for (int step = 0; step < 20_000; step++)
        {
            int action = random.Next(100);
            if (slots.Count < 5 || (action < 3 && slots.Count < 150))
            {
                uint id = ++last;
                int x = random.Next(WorldRules.Size + 1);
                int y = random.Next(WorldRules.Size + 1);
                slots[id] = store.Add(id, $"n{id}", x, y);
                world.Add(id, $"n{id}", x, y);
                visible[id] = (new VisibleSet(), new BeforeTracker());
                continue;
            }

            uint chosen = slots.Keys.ElementAt(random.Next(slots.Count));
            int slot = slots[chosen];
            if (action < 5)
            {
                store.Remove(slot);
                world.Remove(world.Entities[chosen]);
                slots.Remove(chosen);
                visible.Remove(chosen);
            }
            else if (action < 90)
            {
                int dx = random.Next(-40, 41);
                int dy = random.Next(-40, 41);
                store.Move(slot, dx, dy);
                world.Move(world.Entities[chosen], dx, dy);
                Assert.Equal((world.Entities[chosen].X, world.Entities[chosen].Y, world.Entities[chosen].Facing,
                    world.Entities[chosen].Steps), (store.X[slot], store.Y[slot], store.Facing[slot], store.Steps[slot]));
            }
            else if (action < 99)
            {
                CompareSight(store, world, chosen, slot, visible[chosen]);
            }
            else
            {
                CompareChanges(store, world, slots);
            }
        }
    }

    [Fact]
    public void FindNearest_ManyEquallyNear_TakesTheOldest()
    {
        var store = new EntityStore();
        var world = new BeforeWorld();
        foreach (uint id in (uint[])[50, 3, 40, 1, 20, .. Enumerable.Range(60, 30).Select(static i => (uint)i), 2, 7, 5, 4, 6])
        {
            store.Add(id, "a", 100, 100);
            world.Add(id, "a", 100, 100);
        }

        int[] nearest = new int[WorldRules.MaxVisible];
        Assert.Equal(nearest.Length, store.FindNearest(0, nearest));
        Assert.Equal(world.FindNearest(world.Entities[50]).Select(static entity => entity.Id).Order(),
            nearest.Select(slot => store.Ids[slot]));
    }

    [Fact]
    public void Move_OverTheEdge_StaysInTheWorld()
    {
        var store = new EntityStore();
        int slot = store.Add(1, "a", 5, WorldRules.Size - 5);

        store.Move(slot, -1000, 1000);

        Assert.Equal((0, WorldRules.Size), (store.X[slot], store.Y[slot]));
        Assert.Equal(EntityFields.X | EntityFields.Y | EntityFields.Facing | EntityFields.Steps, store.Dirty[slot]);
    }

    private static void CompareSight(
        EntityStore store, BeforeWorld world, uint id, int slot, (VisibleSet Pooled, BeforeTracker Before) sight)
    {
        int[] nearest = new int[WorldRules.MaxVisible];
        int[] added = new int[WorldRules.MaxVisible];
        uint[] removed = new uint[WorldRules.MaxVisible];
        int count = store.FindNearest(slot, nearest);
        List<BeforeEntity> expected = world.FindNearest(world.Entities[id]);
        Assert.Equal(expected.Select(static entity => entity.Id).Order(), nearest[..count].Select(near => store.Ids[near]));

        (int addedCount, int removedCount) = sight.Pooled.Update(store, nearest.AsSpan(0, count), added, removed);
        (List<uint> beforeAdded, List<uint> beforeRemoved, _) = sight.Before.Update(expected.Select(static entity => entity.Id));
        Assert.Equal(beforeAdded.Order(), added[..addedCount].Select(near => store.Ids[near]));
        Assert.Equal(beforeRemoved.Order(), removed[..removedCount]);
        Assert.Equal(sight.Before.Known.Order(), sight.Pooled.Ids.ToArray());
    }

    private static void CompareChanges(EntityStore store, BeforeWorld world, Dictionary<uint, int> slots)
    {
        var changes = slots.Where(pair => store.Dirty[pair.Value] != EntityFields.None)
            .ToDictionary(static pair => pair.Key, pair => store.Dirty[pair.Value]);
        Assert.Equal(world.TakeChanges().OrderBy(static pair => pair.Key), changes.OrderBy(static pair => pair.Key));
        Array.Clear(store.Dirty);
    }
}
