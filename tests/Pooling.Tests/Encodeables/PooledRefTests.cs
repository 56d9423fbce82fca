using Pooling.Diagnostics;
using Pooling.Doubles;

namespace Pooling.Encodeables;

public sealed partial class PooledRefTests : IDisposable
{
    private readonly EncodeablePool<TrackedEncodeable> _type = EncodeablePool.Create(static () => new TrackedEncodeable());

    public void Dispose()
    {
        _type.Dispose();
        _parents.Dispose();
    }

    [Fact]
    public void Value_OfDefault_Throws() => Assert.Throws<ObjectDisposedException>(() => default(PooledRef<TrackedEncodeable>).Value);

    [Fact]
    public void TryReturn_OfDefault_ReturnsFalse() => Assert.False(default(PooledRef<TrackedEncodeable>).TryReturn());

    [Fact]
    public void IsLive_OfDefault_IsFalse() => Assert.False(default(PooledRef<TrackedEncodeable>).IsLive);

    [Fact]
    public void IsLive_UntilReturned_IsTrue()
    {
        PooledRef<TrackedEncodeable> rental = _type.Rent();
        bool before = rental.IsLive;
        rental.TryReturn();

        Assert.Equal((true, false), (before, rental.IsLive));
    }

    [Fact]
    public void Value_AfterReturn_Throws()
    {
        PooledRef<TrackedEncodeable> rental = _type.Rent();
        rental.TryReturn();

        Assert.Throws<ObjectDisposedException>(() => rental.Value);
    }

    [Fact]
    public void Value_AfterSomebodyElseRentsTheItem_Throws()
    {
        PooledRef<TrackedEncodeable> stale = _type.Rent();
        TrackedEncodeable item = stale.Value;
        stale.TryReturn();
        PooledRef<TrackedEncodeable> current = _type.Rent();

        Assert.Same(item, current.Value);
        Assert.Throws<ObjectDisposedException>(() => stale.Value);
    }

    [Fact]
    public void Value_AfterAScopeRentsTheItem_Throws()
    {
        PooledRef<TrackedEncodeable> stale = _type.Rent();
        TrackedEncodeable item = stale.Value;
        stale.TryReturn();
        using PooledScope scope = PooledScope.Begin();

        Assert.Same(item, scope.Rent(_type));
        Assert.Throws<ObjectDisposedException>(() => stale.Value);
    }

    [Fact]
    public void TryReturn_Once_ResetsAndKeepsTheItem()
    {
        PooledRef<TrackedEncodeable> rental = _type.Rent();
        TrackedEncodeable item = rental.Value;
        item.Number = 7;

        Assert.True(rental.TryReturn());
        Assert.Equal((0, 1), (item.Number, item.Resets));
        Assert.Same(item, _type.RentUnchecked());
    }

    [Fact]
    public void TryReturn_Twice_ReturnsOnce()
    {
        using EncodeablePool<TrackedEncodeable> type = EncodeablePool.Create(static () => new TrackedEncodeable());
        PooledRef<TrackedEncodeable> rental = type.Rent();

        Assert.True(rental.TryReturn());
        Assert.False(rental.TryReturn());
        Assert.NotSame(type.RentUnchecked(), type.RentUnchecked());
    }

    [Fact]
    public void TryReturn_LateAfterAnotherRental_LeavesThatAlone()
    {
        using EncodeablePool<TrackedEncodeable> type = EncodeablePool.Create(static () => new TrackedEncodeable());
        PooledRef<TrackedEncodeable> stale = type.Rent();
        stale.TryReturn();
        PooledRef<TrackedEncodeable> current = type.Rent();
        current.Value.Number = 7;

        Assert.False(stale.TryReturn());
        Assert.Equal(7, current.Value.Number);
        Assert.NotSame(current.Value, type.RentUnchecked());
    }

    [Fact]
    public void TryReturn_LateWhileAScopeHoldsTheItem_LeavesThatAlone()
    {
        PooledRef<TrackedEncodeable> stale = _type.Rent();
        stale.TryReturn();
        using PooledScope scope = PooledScope.Begin();
        TrackedEncodeable item = scope.Rent(_type);
        item.Number = 7;

        Assert.False(stale.TryReturn());
        Assert.Equal(7, item.Number);
    }

    [Fact]
    public void TryReturn_ThroughACopy_EndsBoth()
    {
        PooledRef<TrackedEncodeable> rental = _type.Rent();
        PooledRef<TrackedEncodeable> copy = rental;

        Assert.True(copy.TryReturn());
        Assert.False(rental.TryReturn());
        Assert.Equal(1, _type.GetStatistics().TotalReturned);
    }

    [Fact]
    public void TryReturn_OnAnotherThread_Returns()
    {
        PooledRef<TrackedEncodeable> rental = _type.Rent();
        TestThread.Run(() => Assert.True(rental.TryReturn()));

        Assert.False(rental.TryReturn());
        Assert.Equal(0, _type.GetStatistics().InUse);
    }

    [Fact]
    public void TryReturn_RacedByTwoThreads_SucceedsOnce()
    {
        int most = TestRounds.Of(100_000);
        var rentals = new PooledRef<TrackedEncodeable>[most];
        for (int i = 0; i < most; i++)
            rentals[i] = _type.Rent();

        int succeeded = 0;
        int rounds = LockStep.Run(most, round =>
        {
            if (rentals[round].TryReturn())
                Interlocked.Increment(ref succeeded);
        });

        Assert.Equal(rounds, succeeded);
        Assert.Equal(rounds, _type.GetStatistics().TotalReturned);
    }

    [Fact]
    public void TryReturn_WithNestedItems_ReturnsThemToo()
    {
        PooledRef<TrackedEncodeable> rental = _type.Rent();
        TrackedEncodeable parent = rental.Value;
        parent.Child = _type.RentUnchecked();
        parent.Child.Child = _type.RentUnchecked();
        parent.Children = EncodeablePool.RentArray<TrackedEncodeable>(3);
        parent.Children.Span[1] = _type.RentUnchecked();
        parent.Numbers = EncodeablePool.RentArray<int>(5);

        Assert.True(rental.TryReturn());
        Assert.Equal(0, _type.GetStatistics().InUse);
        Assert.Equal(4, _type.GetStatistics().Retained);
    }

    [Fact]
    public void TryReturn_OfAParentWhoseChildWasReturnedBefore_LeavesTheChildAlone()
    {
        PooledRef<TrackedEncodeable> parent = _type.Rent();
        TrackedEncodeable child = _type.RentUnchecked();
        parent.Value.Child = child;
        _type.TryReturn(child);
        parent.TryReturn();

        Assert.Equal(1, child.Resets);
        Assert.NotSame(_type.RentUnchecked(), _type.RentUnchecked());
    }

    [Fact]
    public void TryReturn_OfACycle_ReturnsEachOnce()
    {
        PooledRef<TrackedEncodeable> rental = _type.Rent();
        TrackedEncodeable parent = rental.Value;
        TrackedEncodeable child = _type.RentUnchecked();
        (parent.Child, child.Child) = (child, parent);
        rental.TryReturn();

        Assert.Equal((1, 1), (parent.Resets, child.Resets));
        Assert.Equal(0, _type.GetStatistics().InUse);
    }

    [Fact]
    public void TryReturn_ResetThrows_DropsTheItemAndThrowsToTheCaller()
    {
        PooledRef<TrackedEncodeable> rental = _type.Rent();
        TrackedEncodeable item = rental.Value;
        item.OnReset = static _ => throw new InjectedFaultException("Reset");

        Assert.Throws<InjectedFaultException>(() => rental.TryReturn());
        Assert.Equal((0L, 1L, 0L), Counts(_type));
        Assert.Equal(1, item.Disposals);
        Assert.False(rental.TryReturn());
    }

    [Fact]
    public void TryReturn_ANestedResetThrows_ReturnsTheOthers()
    {
        PooledRef<TrackedEncodeable> rental = _type.Rent();
        TrackedEncodeable parent = rental.Value;
        parent.Children = EncodeablePool.RentArray<TrackedEncodeable>(3);
        for (int i = 0; i < 3; i++)
            parent.Children.Span[i] = _type.RentUnchecked();

        parent.Children.Span[1].OnReset = static _ => throw new InjectedFaultException("Reset");

        Assert.Throws<InjectedFaultException>(() => rental.TryReturn());
        Assert.Equal((0L, 2L, 2L), Counts(_type)); // the owner is dropped with the one that failed
    }

    [Fact]
    public void TryReturn_VersionUsedUp_DropsTheItem()
    {
        PooledRef<TrackedEncodeable> rental = _type.Rent();
        TrackedEncodeable item = rental.Value;
        rental.TryReturn();
        item.SetWord(-8); // the last version, without a holder
        PooledRef<TrackedEncodeable> last = _type.Rent();

        Assert.True(last.TryReturn());
        Assert.Equal((1, 1), (_type.GetStatistics().TotalDropped, _type.GetStatistics().Drops.Exhausted));
        Assert.Equal(1, item.Disposals);
        Assert.NotSame(item, _type.RentUnchecked());
    }

    [Fact]
    public void TryReturn_AfterTheTypeIsDisposed_DropsTheItem()
    {
        PooledRef<TrackedEncodeable> rental = _type.Rent();
        TrackedEncodeable item = rental.Value;
        _type.Dispose();

        Assert.True(rental.TryReturn());
        Assert.Equal(1, item.Disposals);
    }

    [Fact]
    public void Dispose_Twice_ReturnsOnce()
    {
        PooledRef<TrackedEncodeable> rental = _type.Rent();
        rental.Dispose();
        rental.Dispose();

        Assert.Equal(1, _type.GetStatistics().TotalReturned);
    }

    [Fact]
    public void Equals_OfCopies_IsTrue()
    {
        PooledRef<TrackedEncodeable> rental = _type.Rent();
        PooledRef<TrackedEncodeable> copy = rental;
        rental.TryReturn();
        PooledRef<TrackedEncodeable> next = _type.Rent();

        Assert.True(rental == copy && rental.Equals((object)copy) && rental.GetHashCode() == copy.GetHashCode());
        Assert.True(rental != next && !rental.Equals((object)next));
    }

    private static (long InUse, long Dropped, long Retained) Counts(EncodeablePool type)
    {
        PoolStatistics statistics = type.GetStatistics();
        return (statistics.InUse, statistics.TotalDropped, statistics.Retained);
    }
}
