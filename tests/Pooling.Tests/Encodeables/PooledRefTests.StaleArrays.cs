namespace Pooling.Encodeables;

/// <content>Tests references to arrays of a scope that have ended, while others rent arrays without a scope.</content>
public sealed partial class PooledRefTests
{
    [Fact]
    public void TryReturn_OfAnObjectWhoseArrayHasEnded_LeavesRentedArraysToTheirObjects()
    {
        PooledRef<TrackedEncodeable> first, second;
        using (PooledScope scope = PooledScope.Begin())
        {
            TrackedEncodeable one = scope.Rent(_type);
            TrackedEncodeable other = scope.Rent(_type);
            one.Numbers = other.Numbers = scope.RentArray<int>(3);
            first = scope.Detach(one);
            second = scope.Detach(other);
        }

        Assert.True(first.TryReturn());
        AssertLeavesRentedArrays(second);
    }

    [Fact]
    public void TryReturn_OfADetachedPartWhoseArrayStayedWithItsScope_LeavesRentedArraysToTheirObjects()
    {
        var list = new EncodeableList<TrackedEncodeable>(_type);
        PooledRef<TrackedEncodeable> kept;
        using (PooledScope scope = PooledScope.Begin())
        {
            list.Add().Numbers = scope.RentArray<int>(3);
            kept = list.DetachAt(0);
        }

        AssertLeavesRentedArrays(kept);
    }

    /// <summary>Returns an object with a reference to an array that has ended.</summary>
    private void AssertLeavesRentedArrays(PooledRef<TrackedEncodeable> stale)
    {
        using PooledRef<TrackedEncodeable> third = _type.Rent();
        third.Value.Numbers = EncodeablePool.RentArray<int>(3);
        third.Value.Numbers.Span[2] = 5;

        Assert.True(stale.TryReturn());

        using PooledRef<TrackedEncodeable> fourth = _type.Rent();
        fourth.Value.Numbers = EncodeablePool.RentArray<int>(3);
        Assert.NotSame(third.Value.Numbers, fourth.Value.Numbers);
        Assert.Equal(5, third.Value.Numbers.Span[2]);
    }
}
