using System.Runtime.CompilerServices;
using Pooling.Doubles;

namespace Pooling.Encodeables;

/// <content>Tests the objects that an idle scope keeps.</content>
public sealed partial class PooledScopeTests
{
    [Fact]
    public void Dispose_VersionUsedUp_DropsTheScope()
    {
        ScopeBody body = ScopeBody.Rent();
        body.Version = ScopeBody.Exhausted - 1;
        long dropped = ScopeBody.Store.GetStatistics().Drops.Exhausted;

        Assert.True(body.TryEnd(ScopeBody.Exhausted - 1));
        Assert.Equal(dropped + 1, ScopeBody.Store.GetStatistics().Drops.Exhausted);
        Assert.False(body.TryEnd(ScopeBody.Exhausted - 1));
        Assert.NotSame(body, ScopeBody.Rent());
    }

    [Fact]
    public void Dispose_VersionIsTheLastButOne_KeepsTheScope()
    {
        ScopeBody body = ScopeBody.Rent();
        int version = body.Version;
        body.Version = ScopeBody.Exhausted - 2;

        Assert.True(body.TryEnd(ScopeBody.Exhausted - 2));
        Assert.Same(body, ScopeBody.Rent());
        body.Version = version;
        body.TryEnd(version);
    }

    [Fact]
    [Trait("Category", "Gc")]
    public void Begin_AfterTypesWereDisposed_KeepsNoneOfThem()
    {
        var types = new WeakReference[200];
        TestThread.Run(() =>
        {
            for (int i = 0; i < types.Length; i++)
                types[i] = UseAndDisposeAType();

            PooledScope.Begin().Dispose();
        });

        Collector.WaitForDeath(types);
    }

    [Fact]
    public void Begin_AfterATypeWasDisposed_KeepsTheLanesOfOthers()
    {
        ScopeBody body = ScopeBody.Rent();
        body.Rent(_type);
        body.TryEnd(body.Version);
        ScopeLane? lane = body.FindLane(_type, _type.LaneId);
        UseAndDisposeAType();
        ScopeBody again = ScopeBody.Rent();

        Assert.Same(body, again);
        Assert.Same(lane, again.FindLane(_type, _type.LaneId));
        again.TryEnd(again.Version);
    }

    [Fact]
    public void Dispose_AfterAHugeMessage_GivesTheRoomUpSomeMessagesLater()
    {
        ScopeBody body = ScopeBody.Rent();
        for (int i = 0; i < 100_000; i++)
            body.Rent(_type);

        ScopeLane lane = body.FindLane(_type, _type.LaneId)!;
        int room = lane.Room;
        body.TryEnd(body.Version);
        for (int i = 0; i < 100; i++)
        {
            Assert.Same(body, ScopeBody.Rent());
            body.Rent(_type);
            body.TryEnd(body.Version);
        }

        Assert.True(room > 1_000);
        Assert.InRange(lane.Room, 1, 64);
    }

    [Fact]
    public void Dispose_AfterManyWereDetached_KeepsFewMagazines()
    {
        var kept = new List<PooledRef<TrackedEncodeable>>();
        PooledScope scope = PooledScope.Begin();
        TrackedEncodeable[] items = [.. Enumerable.Range(0, 10_000).Select(_ => scope.Rent(_type))];
        foreach (TrackedEncodeable item in items)
            kept.Add(scope.Detach(item));

        scope.Dispose();
        ScopeBody body = ScopeBody.Rent();

        Assert.InRange(body.FindLane(_type, _type.LaneId)!.Owned, 0, 5);
        body.TryEnd(body.Version);
        kept.ForEach(static rental => rental.Dispose());
        Assert.Equal(0, _type.GetStatistics().InUse);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference UseAndDisposeAType()
    {
        EncodeablePool<TrackedEncodeable> type = EncodeablePool.Create(static () => new TrackedEncodeable());
        using (PooledScope scope = PooledScope.Begin())
            scope.Rent(type);

        type.Dispose();
        return new WeakReference(type);
    }
}
