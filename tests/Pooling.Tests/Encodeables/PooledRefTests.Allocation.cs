#if !NETFRAMEWORK
namespace Pooling.Encodeables;

public sealed partial class PooledRefTests
{
    [Fact]
    [Trait("Category", "Allocation")]
    public void RentAndTryReturn_SteadyState_AllocatesNothing() => AllocationAssert.Zero(static () =>
    {
        PooledRef<ReadingBatch> rental = ReadingBatch.Pool.Rent();
        ReadingBatch batch = rental.Value;
        batch.First = Reading.Pool.RentUnchecked();
        batch.Samples = EncodeablePool.RentArray<double>(100);
        batch.Readings = EncodeablePool.RentArray<Reading>(10);
        foreach (ref Reading slot in batch.Readings.Span)
            slot = Reading.Pool.RentUnchecked();

        rental.TryReturn();
    });
}
#endif
