using Microsoft.AspNetCore.Http;
using Pooling.Json;

namespace Pooling.Samples.RowStream;

[Collection(AloneCollection.Name)]
[Trait("Category", "Allocation")]
public sealed class AllocationTests
{
    [Fact]
    public async Task WriteLinesAsync_ManyRows_AllocatesNothingForARow()
    {
        const int Rows = 50_000;

        var source = new RowSource(seed: 3);
        using var pool = new Utf8JsonWriterPool();
        var rows = new PooledRows<Row>(pool, RowJsonContext.Web.Row);
        await WriteAsync();
        long before = GC.GetTotalAllocatedBytes(precise: true);
        await WriteAsync();

        Assert.InRange(GC.GetTotalAllocatedBytes(precise: true) - before, 0, Rows);

        Task WriteAsync() => rows.WriteLinesAsync(
            new DefaultHttpContext { Response = { Body = Stream.Null } }, source.ReadAsync(Rows));
    }
}
