using Pooling.Buffers;

namespace Pooling.Encodeables;

public sealed partial class PooledScopeTests
{
    [Fact]
    public void Detach_Null_Throws()
    {
        using PooledScope scope = PooledScope.Begin();

        Assert.Throws<ArgumentNullException>(() => scope.Detach<TrackedEncodeable>(null!));
    }

    [Fact]
    public void Detach_RentedItem_OutlivesTheScope()
    {
        PooledRef<TrackedEncodeable> kept;
        using (PooledScope scope = PooledScope.Begin())
        {
            TrackedEncodeable item = scope.Rent(_type);
            item.Number = 7;
            kept = scope.Detach(item);
        }

        for (int i = 0; i < 100; i++)
        {
            using PooledScope other = PooledScope.Begin();
            Assert.NotSame(kept.Value, other.Rent(_type));
        }

        Assert.Equal((7, 0, 1), (kept.Value.Number, kept.Value.Resets, _type.GetStatistics().InUse));
        Assert.True(kept.TryReturn());
        Assert.False(kept.TryReturn());
        Assert.Equal(0, _type.GetStatistics().InUse);
    }

    [Fact]
    public void Detach_Twice_Throws()
    {
        using PooledScope scope = PooledScope.Begin();
        TrackedEncodeable item = scope.Rent(_type);
        PooledRef<TrackedEncodeable> kept = scope.Detach(item);

        Assert.Equal("item", Assert.Throws<ArgumentException>(() => scope.Detach(item)).ParamName);
        Assert.True(kept.TryReturn());
    }

    [Fact]
    public void Detach_ItemOfAnotherScope_Throws()
    {
        using PooledScope scope = PooledScope.Begin();
        using PooledScope other = PooledScope.Begin();
        scope.Rent(_type);
        TrackedEncodeable item = other.Rent(_type);

        Assert.Throws<ArgumentException>(() => scope.Detach(item));
        Assert.True(other.Detach(item).TryReturn());
    }

    [Fact]
    public void Detach_ItemThatWasRentedByItself_Throws()
    {
        using PooledScope scope = PooledScope.Begin();
        scope.Rent(_type);
        TrackedEncodeable item = _type.RentUnchecked();

        Assert.Throws<ArgumentException>(() => scope.Detach(item));
        Assert.Throws<ArgumentException>(() => scope.Detach(new TrackedEncodeable()));
        Assert.True(_type.TryReturn(item));
    }

    [Fact]
    public void Detach_AnyOfMany_LeavesTheOthersToTheScope()
    {
        var random = new Random(1);
        for (int round = 0; round < 200; round++)
        {
            using EncodeablePool<TrackedEncodeable> type = EncodeablePool.Create(static () => new TrackedEncodeable());
            using (PooledScope warm = PooledScope.Begin())
            {
                for (int i = random.Next(100); i > 0; i--) // the next scope will have as many at hand
                    warm.Rent(type);
            }

            var rented = new List<TrackedEncodeable>();
            var kept = new List<PooledRef<TrackedEncodeable>>();
            using (PooledScope scope = PooledScope.Begin())
            {
                for (int step = random.Next(1, 150); step > 0; step--)
                {
                    if (rented.Count == 0 || random.Next(3) > 0)
                    {
                        TrackedEncodeable item = scope.Rent(type);
                        Assert.DoesNotContain(item, rented);
                        rented.Add(item);
                    }
                    else
                    {
                        int index = random.Next(rented.Count);
                        kept.Add(scope.Detach(rented[index]));
                        rented.RemoveAt(index);
                    }
                }

                foreach (PooledRef<TrackedEncodeable> rental in kept)
                    rental.Value.Number = 7;
            }

            Assert.All(kept, static rental => Assert.Equal(7, rental.Value.Number));
            Assert.Equal(kept.Count, type.GetStatistics().InUse);
            Assert.All(kept, static rental => Assert.True(rental.TryReturn()));
            long created = type.GetStatistics().TotalCreated;
            Assert.Equal(created, Enumerable.Range(0, (int)created).Select(_ => type.RentUnchecked()).Distinct().Count());
            Assert.Equal(created, type.GetStatistics().TotalCreated);
        }
    }

    [Fact]
    public void Detach_WithNestedItems_MovesThemToo()
    {
        PooledRef<TrackedEncodeable> kept;
        using (PooledScope scope = PooledScope.Begin())
        {
            scope.Rent(_type);
            TrackedEncodeable parent = scope.Rent(_type);
            parent.Child = scope.Rent(_type);
            parent.Child.Child = scope.Rent(_type);
            parent.Children = scope.RentArray<TrackedEncodeable>(3);
            parent.Numbers = scope.RentArray<int>(4);
            parent.Numbers.Span.Fill(5);
            for (int i = 0; i < 3; i++)
            {
                scope.Rent(_type);
                parent.Children.Span[i] = scope.Rent(_type);
                parent.Children.Span[i].Number = i + 1;
            }

            kept = scope.Detach(parent);
        }

        Assert.Equal(6, _type.GetStatistics().InUse);
        Assert.Equal([1, 2, 3], kept.Value.Children!.Span.ToArray().Select(static child => child.Number));
        Assert.Equal([5, 5, 5, 5], kept.Value.Numbers!.Span.ToArray());
        PooledArray<int> numbers = kept.Value.Numbers;
        Assert.True(kept.TryReturn());
        Assert.Equal(0, _type.GetStatistics().InUse);
        Assert.Throws<ObjectDisposedException>(() => numbers.Span.Length);
    }

    [Fact]
    public void Detach_NestedItemAlone_IsTheReceiversOwn()
    {
        PooledRef<TrackedEncodeable> kept;
        TrackedEncodeable parent;
        using (PooledScope scope = PooledScope.Begin())
        {
            parent = scope.Rent(_type);
            parent.Child = scope.Rent(_type);
            parent.Child.Number = 7;
            kept = scope.Detach(parent.Child);
        }

        Assert.Equal((1, null, 7), (parent.Resets, parent.Child, kept.Value.Number));
        Assert.True(kept.TryReturn());
    }

    [Fact]
    public void Detach_AsTheBaseClass_ReturnsToTheDerivedType()
    {
        long inUse = SignedReadingBatch.Pool.GetStatistics().InUse;
        PooledRef<ReadingBatch> kept;
        using (PooledScope scope = PooledScope.Begin())
        {
            SignedReadingBatch batch = scope.Rent(SignedReadingBatch.Pool);
            batch.Sequence = 3;
            batch.Signature = scope.Rent(Reading.Pool);
            kept = scope.Detach<ReadingBatch>(batch);
        }

        Assert.Equal(inUse + 1, SignedReadingBatch.Pool.GetStatistics().InUse);
        var item = (SignedReadingBatch)kept.Value;
        Assert.True(kept.TryReturn());
        Assert.Equal((inUse, 0u, null), (SignedReadingBatch.Pool.GetStatistics().InUse, item.Sequence, item.Signature));
    }

    [Fact]
    public void Detach_VisitThrows_LosesTheItemOnly()
    {
        using (PooledScope scope = PooledScope.Begin())
        {
            TrackedEncodeable item = scope.Rent(_type);
            scope.Rent(_type);
            item.OnVisit = static () => throw new InjectedFaultException("VisitNested");

            Assert.Throws<InjectedFaultException>(() => scope.Detach(item));
        }

        Assert.Equal((0, 1, 1), (_type.GetStatistics().InUse, _type.GetStatistics().Retained, _type.GetStatistics().TotalDropped));
    }
}
