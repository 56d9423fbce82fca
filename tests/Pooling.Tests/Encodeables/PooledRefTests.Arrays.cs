using Pooling.Buffers;
using Pooling.Diagnostics;
using Pooling.Doubles;

namespace Pooling.Encodeables;

/// <content>Tests arrays that several objects refer to, and references to arrays that have ended.</content>
public sealed partial class PooledRefTests
{
    [Fact]
    public void TryReturn_OfAnObjectWhoseArrayHasEndedWithAnother_SkipsIt()
    {
        PooledRef<TrackedEncodeable> first, second;
        TrackedEncodeable child;
        using (PooledScope scope = PooledScope.Begin())
            (first, second, child) = DetachTwoWithOneArray(scope);

        Assert.True(first.TryReturn());
        Assert.True(second.TryReturn());

        Assert.Equal(1, child.Resets);
        AssertBalanced();
    }

    [Fact]
    public void TryReturn_OfAnObjectWhoseArrayIsRentedAgain_LeavesItsItemsToTheNextRenter()
    {
        // again if a trim meanwhile has taken the array away
        TestThread.WaitFor(TryReturnWithRentedArray, "the array that has just ended");
        AssertBalanced();

        bool TryReturnWithRentedArray()
        {
            PooledRef<TrackedEncodeable> first, second;
            using (PooledScope scope = PooledScope.Begin())
                (first, second, _) = DetachTwoWithOneArray(scope);

            PooledArray<TrackedEncodeable> stale = second.Value.Children!;
            Assert.True(first.TryReturn());
            using PooledScope next = PooledScope.Begin();
            PooledArray<TrackedEncodeable> array = next.RentArray<TrackedEncodeable>(1);
            TrackedEncodeable item = array.Span[0] = _type.RentUnchecked();
            int resets = item.Resets;

            Assert.True(second.TryReturn());

            Assert.Equal(resets, item.Resets);
            Assert.True(_type.TryReturn(item));
            return array == stale;
        }
    }

    [Fact]
    public void TryReturn_OfAGraphWithOneArrayInTwoObjects_EndsItsItemsOnce()
    {
        PooledRef<TrackedEncodeable> rental;
        TrackedEncodeable child;
        using (PooledScope scope = PooledScope.Begin())
        {
            TrackedEncodeable parent = scope.Rent(_type);
            parent.Child = scope.Rent(_type);
            parent.Child.Children = parent.Children = scope.RentArray<TrackedEncodeable>(2);
            child = parent.Children.Span[1] = scope.Rent(_type);
            rental = scope.Detach(parent);
        }

        Assert.True(rental.TryReturn());

        Assert.Equal(1, child.Resets);
        AssertBalanced();
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void TryReturn_OfAnObjectWithAnArrayOfItsOwn_EndsTheItemsUnlessItIsDisposed(bool isDisposed)
    {
        PooledRef<TrackedEncodeable> rental = _type.Rent();
        var array = new PooledArray<TrackedEncodeable>(1);
        TrackedEncodeable child = array.Span[0] = _type.RentUnchecked();
        rental.Value.Children = array;
        if (isDisposed)
            array.Dispose();

        Assert.True(rental.TryReturn());

        Assert.Equal(isDisposed ? 0 : 1, child.Resets);
        Assert.Throws<ObjectDisposedException>(() => array.Length);
        Assert.Equal(isDisposed, _type.TryReturn(child));
        AssertBalanced();
    }

    [Fact]
    public void Detach_OfAnObjectWhoseArrayHasEnded_SkipsIt()
    {
        PooledArray<TrackedEncodeable> ended;
        using (PooledScope scope = PooledScope.Begin())
            ended = scope.RentArray<TrackedEncodeable>(1);

        using (PooledScope scope = PooledScope.Begin())
        {
            TrackedEncodeable parent = scope.Rent(_type);
            parent.Children = ended;
            Assert.True(scope.Detach(parent).TryReturn());
        }

        AssertBalanced();
    }

    [Fact]
    public void Dispose_OfADetachedPartWhoseArrayStayedWithItsScope_SkipsTheArray()
    {
        var list = new EncodeableList<TrackedEncodeable>(_type);
        PooledRef<TrackedEncodeable> kept;
        using (PooledScope scope = PooledScope.Begin())
        {
            list.Add().Children = scope.RentArray<TrackedEncodeable>(2);
            kept = list.DetachAt(0);
        }

        kept.Dispose();

        AssertBalanced();
    }

    [Fact]
    public void Clear_OfAListWithOneArrayInTwoParts_EndsItsItemsOnce()
    {
        var list = new EncodeableList<TrackedEncodeable>(_type);
        list.AddRange(2);
        list[0].Children = list[1].Children = EncodeablePool.RentArray<TrackedEncodeable>(1);
        TrackedEncodeable child = list[0].Children!.Span[0] = _type.RentUnchecked();

        list.Clear();

        Assert.Equal(1, child.Resets);
        AssertBalanced();
    }

    // An array of the scope, whose items the scope does not hold: only the list finds them.
    [Fact]
    public void Dispose_OfAScopeWithPartsThatHoldItsArrays_EndsTheirItems()
    {
        using EncodeablePool<ListOwner> messages = EncodeablePool.Create(() => new ListOwner(_type));
        TrackedEncodeable child;
        using (PooledScope scope = PooledScope.Begin())
        {
            TrackedEncodeable part = scope.Rent(messages).Parts.Add();
            part.Children = scope.RentArray<TrackedEncodeable>(1);
            child = part.Children.Span[0] = _type.RentUnchecked();
        }

        Assert.Equal(1, child.Resets);
        AssertBalanced();
    }

    private (PooledRef<TrackedEncodeable> First, PooledRef<TrackedEncodeable> Second, TrackedEncodeable Child)
        DetachTwoWithOneArray(PooledScope scope)
    {
        TrackedEncodeable first = scope.Rent(_type);
        TrackedEncodeable second = scope.Rent(_type);
        first.Children = second.Children = scope.RentArray<TrackedEncodeable>(1);
        TrackedEncodeable child = first.Children.Span[0] = scope.Rent(_type);
        return (scope.Detach(first), scope.Detach(second), child);
    }

    private void AssertBalanced()
    {
        PoolStatistics statistics = _type.GetStatistics();
        Assert.Equal((0, 0), (statistics.InUse, statistics.Drops.Failed));
    }

    private sealed class ListOwner(EncodeablePool<TrackedEncodeable> parts) : IPooledEncodeable
    {
        private EncodeableState _state;

        internal EncodeableList<TrackedEncodeable> Parts { get; } = new(parts);

        ref EncodeableState IPooledEncodeable.PoolState => ref _state;

        void IPooledEncodeable.Reset() => Parts.Clear();

        void IPooledEncodeable.VisitNested(ref NestedVisitor nested) => nested.Visit(Parts);
    }
}
