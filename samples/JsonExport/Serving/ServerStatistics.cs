using Pooling.Json;
using Pooling.Objects;

namespace Pooling.JsonExport.Serving;

/// <summary>What the server did so far.</summary>
/// <param name="AllocatedBytes">By all threads of its process, since it began.</param>
/// <param name="WritersRented">Of the shared pool of JSON writers.</param>
/// <param name="WritersReturned">As many as were rented, once no request is running.</param>
internal sealed record ServerStatistics(
    long Running,
    long Completed,
    long Aborted,
    long Failed,
    long AllocatedBytes,
    int Gen0,
    int Gen1,
    int Gen2,
    long WritersRented,
    long WritersReturned)
{
    public static ServerStatistics Take(ServerCounters counters)
    {
        MagazinePoolStatistics pool = Utf8JsonWriterPool.Shared.GetStatistics();
        return new ServerStatistics(
            counters.Running,
            counters.Completed,
            counters.Aborted,
            counters.Failed,
            GC.GetTotalAllocatedBytes(precise: true),
            GC.CollectionCount(0),
            GC.CollectionCount(1),
            GC.CollectionCount(2),
            pool.Rented,
            pool.Returned);
    }
}
