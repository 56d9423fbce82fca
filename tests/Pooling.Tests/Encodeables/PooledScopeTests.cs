namespace Pooling.Encodeables;

public sealed partial class PooledScopeTests
{
    [Fact]
    public void Rent_AfterDispose_GivesAResetItem()
    {
        using (PooledScope scope = PooledScope.Begin())
        {
            Reading item = scope.Rent(Reading.Activator);
            item.Handle = 7;
            item.Unit = "V";
            item.Deadband = 3;
        }

        using PooledScope next = PooledScope.Begin();
        Reading again = next.Rent(Reading.Activator);
        Assert.Equal((0u, null, Reading.DefaultDeadband), (again.Handle, again.Unit, again.Deadband));
    }

    [Fact]
    public void Dispose_WithNestedItems_ReturnsAll()
    {
        long readings = Reading.Activator.GetStatistics().InUse;
        long batches = ReadingBatch.Activator.GetStatistics().InUse;
        using (PooledScope scope = PooledScope.Begin())
        {
            ReadingBatch batch = scope.Rent(ReadingBatch.Activator);
            batch.Readings = scope.RentArray<Reading>(100);
            for (int i = 0; i < 100; i++)
                batch.Readings.Span[i] = scope.Rent(Reading.Activator);

            Assert.Equal(readings + 100, Reading.Activator.GetStatistics().InUse);
        }

        Assert.Equal((readings, batches), (Reading.Activator.GetStatistics().InUse, ReadingBatch.Activator.GetStatistics().InUse));
    }

    [Fact]
    public void Detach_WithNestedItems_MovesThemOut()
    {
        long readings = Reading.Activator.GetStatistics().InUse;
        PooledRef<ReadingBatch> kept;
        using (PooledScope scope = PooledScope.Begin())
        {
            ReadingBatch batch = scope.Rent(ReadingBatch.Activator);
            batch.Readings = scope.RentArray<Reading>(3);
            for (int i = 0; i < 3; i++)
            {
                scope.Rent(Reading.Activator);
                batch.Readings.Span[i] = scope.Rent(Reading.Activator);
                batch.Readings.Span[i].Handle = (uint)i;
            }

            kept = scope.Detach(batch);
        }

        Assert.Equal(readings + 3, Reading.Activator.GetStatistics().InUse);
        Assert.Equal([0u, 1, 2], kept.Value.Readings!.Span.ToArray().Select(static reading => reading.Handle));
        Assert.True(kept.TryReturn());
        Assert.False(kept.TryReturn());
        Assert.Equal(readings, Reading.Activator.GetStatistics().InUse);
    }
}
