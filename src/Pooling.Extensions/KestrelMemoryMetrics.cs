using System.Diagnostics.Metrics;
using Pooling.Buffers;

namespace Pooling.Extensions;

/// <summary>Publishes the instruments of the server's own memory pool, which its dashboards show, for the application's
/// pool.</summary>
/// <remarks>The pool counts blocks, so the totals count each block with the size of the server's blocks.</remarks>
internal sealed class KestrelMemoryMetrics
{
    private const string MeterName = "Microsoft.AspNetCore.MemoryPool";

    private static readonly KeyValuePair<string, object?> s_owner = new("aspnetcore.memory_pool.owner", "kestrel");

    /// <param name="factory">The factory of the container, which disposes the meter.</param>
    /// <param name="pool">The pool.</param>
    /// <param name="blockSize">The size of the server's blocks in bytes.</param>
    internal KestrelMemoryMetrics(IMeterFactory factory, MagazineMemoryPool pool, int blockSize)
    {
        Meter meter = factory.Create(MeterName);
        meter.CreateObservableUpDownCounter(
            "aspnetcore.memory_pool.pooled", () => Bytes(pool.GetStatistics().RetainedBytes), "By",
            "The number of bytes that are pooled and available.");
        meter.CreateObservableCounter(
            "aspnetcore.memory_pool.allocated", () => Bytes(pool.GetStatistics().TotalCreated * blockSize), "By",
            "The number of bytes that the pool allocated because it had no block.");
        meter.CreateObservableCounter(
            "aspnetcore.memory_pool.evicted", () => Bytes(pool.GetStatistics().TotalDropped * blockSize), "By",
            "The number of bytes that the pool dropped.");
        meter.CreateObservableCounter(
            "aspnetcore.memory_pool.rented", () => Bytes(pool.GetStatistics().TotalRented * blockSize), "By",
            "The number of bytes that were rented.");
    }

    private static Measurement<long> Bytes(long value) => new(value, s_owner);
}
