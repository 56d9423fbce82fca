using Pooling.Doubles;

namespace Pooling.Encodeables;

public sealed partial class PooledScopeTests
{
    [Fact]
    public void Dispose_OfDefault_DoesNothing() => default(PooledScope).Dispose();

    [Fact]
    public void Members_OfDefault_Throw() => AssertEnded(default);

    [Fact]
    public void Members_AfterDispose_Throw()
    {
        PooledScope scope = PooledScope.Begin();
        scope.Dispose();

        AssertEnded(scope);
    }

    [Fact]
    public void Members_AfterSomebodyElseBegan_Throw()
    {
        PooledScope stale = PooledScope.Begin();
        stale.Dispose();
        using PooledScope current = PooledScope.Begin();

        AssertEnded(stale);
    }

    [Fact]
    public void Dispose_Twice_ReturnsOnce()
    {
        PooledScope scope = PooledScope.Begin();
        TrackedEncodeable item = scope.Rent(_type);
        scope.Dispose();
        scope.Dispose();

        Assert.Equal(1, item.Resets);
        Assert.NotSame(_type.RentUnchecked(), _type.RentUnchecked());
    }

    [Fact]
    public void Dispose_OfALateCopy_LeavesTheNextScopeAlone()
    {
        PooledScope stale = PooledScope.Begin();
        PooledScope copy = stale;
        stale.Dispose();
        using PooledScope current = PooledScope.Begin();
        TrackedEncodeable item = current.Rent(_type);
        item.Number = 7;
        copy.Dispose();
        stale.Dispose();

        Assert.Equal((7, 1), (item.Number, _type.GetStatistics().InUse));
    }

    [Fact]
    public void Dispose_RacedByTwoThreads_ReturnsOnce()
    {
        const int Rounds = 20_000;
        var scopes = new PooledScope[Rounds];
        var items = new TrackedEncodeable[Rounds];
        for (int i = 0; i < Rounds; i++)
        {
            scopes[i] = PooledScope.Begin();
            items[i] = scopes[i].Rent(_type);
        }

        int rounds = LockStep.Run(Rounds, round => scopes[round].Dispose());

        Assert.All(items.Take(rounds), static item => Assert.Equal(1, item.Resets));
        Assert.Equal(Rounds - rounds, _type.GetStatistics().InUse);
    }

    [Fact]
    public void Dispose_SeveralTypes_ReturnsEach()
    {
        using EncodeablePool<TrackedEncodeable> other = EncodeablePool.Create(static () => new TrackedEncodeable());
        using (PooledScope scope = PooledScope.Begin())
        {
            for (int i = 0; i < 100; i++)
            {
                scope.Rent(_type);
                scope.Rent(other);
            }
        }

        Assert.Equal((0, 100), (_type.GetStatistics().InUse, _type.GetStatistics().Retained));
        Assert.Equal((0, 100), (other.GetStatistics().InUse, other.GetStatistics().Retained));
    }

    [Fact]
    public void Dispose_AfterAnExceptionHalfWay_ReturnsAll()
    {
        Assert.Throws<InjectedFaultException>(DecodeHalf);

        Assert.Equal((0, 3), (_type.GetStatistics().InUse, _type.GetStatistics().Retained));

        void DecodeHalf()
        {
            using PooledScope scope = PooledScope.Begin();
            TrackedEncodeable parent = scope.Rent(_type);
            parent.Children = scope.RentArray<TrackedEncodeable>(10);
            parent.Children.Span[0] = scope.Rent(_type);
            scope.Rent(_type);
            throw new InjectedFaultException("Decode");
        }
    }

    [Fact]
    public void Dispose_KthResetThrows_ReturnsTheOthers()
    {
        const int Items = 8;
        for (int k = 0; k < Items; k++)
        {
            using EncodeablePool<TrackedEncodeable> type = EncodeablePool.Create(static () => new TrackedEncodeable());
            PooledScope scope = PooledScope.Begin();
            var items = new TrackedEncodeable[Items];
            for (int i = 0; i < Items; i++)
                items[i] = scope.Rent(type);

            items[k].OnReset = static _ => throw new InjectedFaultException("Reset");

            Assert.Throws<InjectedFaultException>(scope.Dispose);
            Assert.Equal((0, Items - 1, 1), (type.GetStatistics().InUse, type.GetStatistics().Retained, type.GetStatistics().TotalDropped));
            Assert.All(items, static item => Assert.Equal(1, item.Resets));
            Assert.Equal(1, items[k].Disposals);
            scope.Dispose();

            using PooledScope next = PooledScope.Begin();
            Assert.Equal(Items,
                Enumerable.Range(0, Items).Select(_ => next.Rent(type)).Where(static item => item.Number == 0).Distinct().Count());
        }
    }

    [Fact]
    public void Dispose_ResetThatUsesPoolsAndScopes_Works()
    {
        PooledScope scope = PooledScope.Begin();
        TrackedEncodeable item = scope.Rent(_type);
        item.OnReset = _ =>
        {
            using PooledScope inner = PooledScope.Begin();
            inner.Rent(_type);
            _type.Rent().TryReturn();
            scope.Dispose(); // it has ended already
        };
        scope.Dispose();

        Assert.Equal(0, _type.GetStatistics().InUse);
        Assert.Equal(1, item.Resets);
    }

    [Fact]
    public void Dispose_AfterTheTypeIsDisposed_DropsTheItems()
    {
        PooledScope scope = PooledScope.Begin();
        TrackedEncodeable item = scope.Rent(_type);
        _type.Dispose();
        scope.Dispose();

        Assert.Equal((1, 1), (item.Resets, item.Disposals));
    }

    [Fact]
    public void Dispose_MoreItemsThanTheLimit_DropsTheRest()
    {
        using EncodeablePool<TrackedEncodeable> type = EncodeablePool.Create(static () => new TrackedEncodeable(),
            options: new Pooling.Objects.PoolOptions { MaxRetained = 10, MaxRetainedPerThread = 4 });
        TrackedEncodeable[] items;
        using (PooledScope scope = PooledScope.Begin())
            items = [.. Enumerable.Range(0, 50).Select(_ => scope.Rent(type))];

        Assert.Equal(14, type.GetStatistics().Retained);
        Assert.Equal(50 - type.GetStatistics().Retained, items.Sum(static item => item.Disposals));
    }

    [Fact]
    [Trait("Category", "Gc")]
    public void Dispose_OfAHugeScope_KeepsNoItemAlive()
    {
        WeakReference item = RentManyAndLetGo();

        Collector.WaitForDeath(item);
    }

    [System.Runtime.CompilerServices.MethodImpl(System.Runtime.CompilerServices.MethodImplOptions.NoInlining)]
    private static WeakReference RentManyAndLetGo()
    {
        EncodeablePool<TrackedEncodeable> type = EncodeablePool.Create(static () => new TrackedEncodeable());
        using PooledScope scope = PooledScope.Begin();
        var last = new WeakReference(null);
        for (int i = 0; i < 5000; i++)
            last.Target = scope.Rent(type);

        scope.Dispose();
        type.Dispose();
        return last;
    }

    private void AssertEnded(PooledScope scope)
    {
        var item = new TrackedEncodeable();

        Assert.Throws<ObjectDisposedException>(() => scope.Rent(_type));
        Assert.Throws<ObjectDisposedException>(() => scope.Rent((EncodeablePool)_type));
        Assert.Throws<ObjectDisposedException>(() => scope.RentArray<int>(1));
        Assert.Throws<ObjectDisposedException>(() => scope.Detach(item));
        scope.Dispose();
        Assert.Equal(0, _type.GetStatistics().InUse);
    }

    [Fact]
    public void Dispose_BareObjectsAndArraysInItsObjects_StayWithTheirRenter()
    {
        using EncodeablePool<TrackedEncodeable> pool = EncodeablePool.Create(static () => new TrackedEncodeable());
        TrackedEncodeable bare = pool.RentUnchecked();
        bare.Number = 5;
        Buffers.PooledArray<int> array = EncodeablePool.RentArray<int>(3);
        using (PooledScope scope = PooledScope.Begin())
        {
            TrackedEncodeable owner = scope.Rent(pool);
            owner.Child = bare;
            owner.Numbers = array;
        }

        Assert.Equal((1, 0, 5, 3), (pool.GetStatistics().InUse, bare.Resets, bare.Number, array.Length));
        Assert.True(pool.TryReturn(bare));
        Assert.False(pool.TryReturn(bare));
        Assert.Equal(0, pool.GetStatistics().InUse);
    }

    [Fact]
    public void Detach_ObjectThatHoldsABareOne_ReturnsItWithTheToken()
    {
        using EncodeablePool<TrackedEncodeable> pool = EncodeablePool.Create(static () => new TrackedEncodeable());
        PooledRef<TrackedEncodeable> kept;
        TrackedEncodeable bare = pool.RentUnchecked();
        using (PooledScope scope = PooledScope.Begin())
        {
            TrackedEncodeable owner = scope.Rent(pool);
            owner.Child = bare;
            kept = scope.Detach(owner);
        }

        Assert.True(kept.TryReturn());
        Assert.Equal((0, 1), (pool.GetStatistics().InUse, bare.Resets));
        Assert.False(pool.TryReturn(bare));
    }
}
