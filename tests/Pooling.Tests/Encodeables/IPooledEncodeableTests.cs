namespace Pooling.Encodeables;

public sealed class IPooledEncodeableTests
{
    private const int Graphs = 100;

    [Fact]
    public void Reset_OfRandomGraphs_EqualsAFreshInstance()
    {
        var items = new HashSet<IPooledEncodeable>();
        for (int seed = 0; seed < Graphs; seed++)
        {
            var random = new Random(seed);
            var scope = PooledScope.Begin();
            IPooledEncodeable[] graph = [scope.Rent(Reading.Pool), scope.Rent(ReadingBatch.Pool), scope.Rent(SignedReadingBatch.Pool)];
            foreach (IPooledEncodeable item in graph)
            {
                object fresh = Activator.CreateInstance(item.GetType())!;
                Assert.Empty(ObjectGraph.Differences(item, fresh));
                ObjectGraph.Fill(item, random, scope);
                Assert.NotEmpty(ObjectGraph.Differences(item, fresh));
                items.Add(item);
            }

            scope.Dispose();
            foreach (IPooledEncodeable item in graph)
            {
                Assert.True(!ObjectGraph.Differences(item, Activator.CreateInstance(item.GetType())!).Any(),
                    $"Seed {seed}: {string.Join(", ", ObjectGraph.Differences(item, Activator.CreateInstance(item.GetType())!))}");
            }
        }

        Assert.True(items.Count < Graphs, "Items were not rented again.");
    }

    [Fact]
    public void Reset_OfADetachedRandomGraph_EqualsAFreshInstance()
    {
        for (int seed = 0; seed < Graphs; seed++)
        {
            PooledRef<SignedReadingBatch> kept;
            using (PooledScope scope = PooledScope.Begin())
            {
                SignedReadingBatch batch = scope.Rent(SignedReadingBatch.Pool);
                ObjectGraph.Fill(batch, new Random(seed), scope);
                kept = scope.Detach(batch);
            }

            SignedReadingBatch item = kept.Value;
            Reading[] nested = [item.First!, item.Signature!, .. item.Readings!.Span];
            Assert.True(kept.TryReturn());
            Assert.Empty(ObjectGraph.Differences(item, new SignedReadingBatch()));
            Assert.All(nested, static reading => Assert.Empty(ObjectGraph.Differences(reading, new Reading())));
        }
    }

    [Fact]
    public void Reset_WithSubscribers_DropsThem()
    {
        int raised = 0;
        Reading item;
        using (PooledScope scope = PooledScope.Begin())
        {
            item = scope.Rent(Reading.Pool);
            item.Changed += (_, _) => raised++;
            item.RaiseChanged();
        }

        item.RaiseChanged();
        Assert.Equal(1, raised);
    }

    [Fact]
    public void Reset_LargeCollection_IsNotKept()
    {
        ReadingBatch item;
        using (PooledScope scope = PooledScope.Begin())
        {
            item = scope.Rent(ReadingBatch.Pool);
            item.Notes.AddRange(Enumerable.Repeat("note", 10_000));
        }

        Assert.Equal((0, true), (item.Notes.Count, item.Notes.Capacity <= 256));
    }
}
