using Pooling.Diagnostics;
using Pooling.Json;

namespace Pooling.JsonExport.Serving;

/// <summary>What the server did so far.</summary>
/// <param name="Waiting">Requests that wait for their turn now.</param>
/// <param name="WholeDocuments">Large documents that are held whole now.</param>
/// <param name="MostWholeDocuments">The most that were held at once.</param>
/// <param name="AllocatedBytes">By all threads of its process, since it began. Exact while no request is running: to be exact stops all
/// threads.</param>
/// <param name="WritersRented">Of the shared pool of JSON writers.</param>
/// <param name="WritersReturned">As many as were rented, once no request is running.</param>
internal sealed record ServerStatistics(
    long Running,
    long Completed,
    long Aborted,
    long Failed,
    long Refused,
    long LeftEarly,
    int Waiting,
    int WholeDocuments,
    int MostWholeDocuments,
    long AllocatedBytes,
    int Gen0,
    int Gen1,
    int Gen2,
    long WritersRented,
    long WritersReturned)
{
    public static ServerStatistics Take(ServerCounters counters, ExportGate wholeDocuments, ExportGate streams)
    {
        PoolStatistics pool = Utf8JsonWriterPool.Shared.GetStatistics();
        return new ServerStatistics(
            counters.Running,
            counters.Completed,
            counters.Aborted,
            counters.Failed,
            counters.Refused,
            counters.LeftEarly,
            wholeDocuments.Waiting + streams.Waiting,
            wholeDocuments.Running,
            wholeDocuments.MostRunning,
            GC.GetTotalAllocatedBytes(precise: counters.Running == 0),
            GC.CollectionCount(0),
            GC.CollectionCount(1),
            GC.CollectionCount(2),
            pool.TotalRented,
            pool.TotalReturned);
    }
}
