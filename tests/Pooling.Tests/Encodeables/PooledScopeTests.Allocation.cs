#if !NETFRAMEWORK
namespace Pooling.Encodeables;

public sealed partial class PooledScopeTests
{
    [Fact]
    [Trait("Category", "Allocation")]
    public void BeginAndDispose_SteadyState_AllocatesNothing() => AllocationAssert.Zero(static () =>
    {
        using PooledScope scope = PooledScope.Begin();
    });

    [Theory]
    [Trait("Category", "Allocation")]
    [InlineData(1)]
    [InlineData(20)]
    [InlineData(1000)]
    public void RentAndDispose_AMessageOfItems_AllocatesNothing(int count) => AllocationAssert.Zero(() =>
    {
        using PooledScope scope = PooledScope.Begin();
        ReadingBatch batch = scope.Rent(ReadingBatch.Pool);
        batch.Samples = scope.RentArray<double>(3);
        batch.Readings = scope.RentArray<Reading>(count);
        foreach (ref Reading slot in batch.Readings.Span)
            slot = scope.Rent(Reading.Pool);
    });

    [Fact]
    [Trait("Category", "Allocation")]
    public void DetachAndReturn_SteadyState_AllocatesNothing() => AllocationAssert.Zero(static () =>
    {
        PooledRef<ReadingBatch> kept;
        using (PooledScope scope = PooledScope.Begin())
        {
            ReadingBatch batch = scope.Rent(ReadingBatch.Pool);
            batch.Readings = scope.RentArray<Reading>(10);
            foreach (ref Reading slot in batch.Readings.Span)
                slot = scope.Rent(Reading.Pool);

            kept = scope.Detach(batch);
        }

        kept.TryReturn();
    });
}
#endif
