namespace Pooling.Encodeables;

/// <content>Tests objects that are nested so deeply that a frame for each would overflow the stack.</content>
public sealed partial class PooledRefTests
{
    private const int SmallStack = 192 * 1024; // bytes; a few thousand frames

    [Theory]
    [InlineData(20_000)]
    [InlineData(200_000)]
    public void TryReturn_OfADetachedChain_NeedsNoStack(int length) => OnASmallStack(() =>
    {
        using PooledScope scope = PooledScope.Begin();
        PooledRef<TrackedEncodeable> rental = scope.Detach(Chain(length, () => scope.Rent(_type)));
        Assert.Equal(length, _type.GetStatistics().InUse);

        Assert.True(rental.TryReturn());
        Assert.Equal(0, _type.GetStatistics().InUse);
    });

    [Theory]
    [InlineData(20_000)]
    [InlineData(200_000)]
    public void TryReturn_OfABareChain_NeedsNoStack(int length) => OnASmallStack(() =>
    {
        TrackedEncodeable first = Chain(length, _type.RentUnchecked);

        Assert.True(_type.TryReturn(first));
        Assert.Equal(0, _type.GetStatistics().InUse);
    });

    [Theory]
    [InlineData(20_000)]
    [InlineData(200_000)]
    public void TryReturn_OfAChainInArrays_NeedsNoStack(int length) => OnASmallStack(() =>
    {
        using PooledScope scope = PooledScope.Begin();
        TrackedEncodeable first = scope.Rent(_type);
        TrackedEncodeable last = first;
        for (int i = 1; i < length; i++)
        {
            last.Children = scope.RentArray<TrackedEncodeable>(2);
            (last.Children.Span[0], last.Children.Span[1]) = (scope.Rent(_type), scope.Rent(_type));
            last = last.Children.Span[i % 2];
        }

        PooledRef<TrackedEncodeable> rental = scope.Detach(first);
        Assert.Equal(2 * length - 1, _type.GetStatistics().InUse);

        Assert.True(rental.TryReturn());
        Assert.Equal(0, _type.GetStatistics().InUse);
    });

    [Theory]
    [InlineData(20_000)]
    [InlineData(200_000)]
    public void Dispose_OfAScopeWithAChain_NeedsNoStack(int length) => OnASmallStack(() =>
    {
        using (PooledScope scope = PooledScope.Begin())
            Chain(length, () => scope.Rent(_type));

        Assert.Equal(0, _type.GetStatistics().InUse);
    });

    [Fact]
    public void TryReturn_OfAChainInWhichResetsThrow_ReturnsTheOthers()
    {
        const int Length = 1_000;
        var all = new List<TrackedEncodeable>();
        using PooledScope scope = PooledScope.Begin();
        PooledRef<TrackedEncodeable> rental = scope.Detach(Chain(Length, () =>
        {
            TrackedEncodeable item = scope.Rent(_type);
            all.Add(item);
            return item;
        }));
        foreach (int failing in new[] { 3, 17, 500, Length - 1 })
            all[failing].OnReset = static _ => throw new InjectedFaultException("Reset");

        Assert.Throws<InjectedFaultException>(() => rental.TryReturn());
        Assert.Equal((0L, 5L, Length - 5L), Counts(_type)); // the owner is dropped with those that failed
        Assert.All(all.Skip(1), static item => Assert.Equal(1, item.Resets));
    }

    [Fact]
    public void TryReturn_AVisitThrowsDeepDown_ReturnsWhatWasShownBefore()
    {
        const int Length = 100;
        var all = new List<TrackedEncodeable>();
        using PooledScope scope = PooledScope.Begin();
        PooledRef<TrackedEncodeable> rental = scope.Detach(Chain(Length, () =>
        {
            TrackedEncodeable item = scope.Rent(_type);
            all.Add(item);
            return item;
        }));
        all[50].OnVisit = static () => throw new InjectedFaultException("VisitNested");

        Assert.Throws<InjectedFaultException>(() => rental.TryReturn());
        Assert.Equal(2, _type.GetStatistics().TotalDropped); // the one that failed, and the owner
        Assert.Equal(Length - 51, _type.GetStatistics().InUse); // the objects after it are unknown
    }

#if !NETFRAMEWORK
    [Theory]
    [Trait("Category", "Allocation")]
    [InlineData(1)]
    [InlineData(15)]
    [InlineData(1_000)]
    public void TryReturn_OfAChain_AllocatesNothing(int length) => AllocationAssert.Zero(() =>
    {
        using PooledScope scope = PooledScope.Begin();
        TrackedEncodeable first = scope.Rent(_type);
        TrackedEncodeable last = first;
        for (int i = 0; i < length; i++)
            last = last.Child = scope.Rent(_type);

        scope.Detach(first).Dispose();
    });
#endif

    private static TrackedEncodeable Chain(int length, Func<TrackedEncodeable> rent)
    {
        TrackedEncodeable first = rent();
        TrackedEncodeable last = first;
        for (int i = 1; i < length; i++)
            last = last.Child = rent();

        return first;
    }

    private static void OnASmallStack(Action action)
    {
        Exception? fault = null;
        var thread = new Thread(
            () =>
            {
                try
                {
                    action();
                }
                catch (Exception exception)
                {
                    fault = exception;
                }
            },
            SmallStack);
        thread.Start();
        thread.Join();
        Assert.Null(fault);
    }
}
