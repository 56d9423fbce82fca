using Pooling.Diagnostics;
using Pooling.Json;

namespace Pooling.JsonExport.Serving;

/// <summary>The statistics of a server.</summary>
/// <param name="Waiting">The number of requests that are currently waiting.</param>
/// <param name="WholeDocuments">The number of large documents that are currently held completely in memory.</param>
/// <param name="MaxWholeDocuments">The maximum number of documents that were held at the same time.</param>
/// <param name="AllocatedBytes">The bytes that all threads of the process have allocated. Exact while no request is running, because an
/// exact value stops all threads.</param>
/// <param name="WritersRented">The number of writers rented from the shared pool of JSON writers.</param>
/// <param name="WritersReturned">The number of writers returned. It equals the number of rented writers when no request is running.</param>
internal sealed record ServerStatistics(
    long Running,
    long Completed,
    long Aborted,
    long Failed,
    long Refused,
    long LeftEarly,
    int Waiting,
    int WholeDocuments,
    int MaxWholeDocuments,
    long AllocatedBytes,
    int Gen0,
    int Gen1,
    int Gen2,
    long WritersRented,
    long WritersReturned)
{
    public static ServerStatistics Take(ServerCounters counters, ExportGate wholeDocuments, ExportGate streams)
    {
        long running = counters.Running; // before the pool, to which a request returns its writer before it ends
        PoolStatistics pool = Utf8JsonWriterPool.Shared.GetStatistics();
        return new ServerStatistics(
            running,
            counters.Completed,
            counters.Aborted,
            counters.Failed,
            counters.Refused,
            counters.LeftEarly,
            wholeDocuments.Waiting + streams.Waiting,
            wholeDocuments.Running,
            wholeDocuments.MaxRunning,
            GC.GetTotalAllocatedBytes(precise: running == 0),
            GC.CollectionCount(0),
            GC.CollectionCount(1),
            GC.CollectionCount(2),
            pool.TotalRented,
            pool.TotalReturned);
    }
}
