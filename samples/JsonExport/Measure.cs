using System.Diagnostics;

namespace Pooling.Samples.JsonExport;

/// <summary>Measures requests to a server in this process.</summary>
/// <remarks>The client is synchronous: all that it allocates, it allocates on the calling thread, which is subtracted exactly from what the
/// process allocates. The rest is the server's: Kestrel, the endpoint and the export. The rows exist before. The ways take turns, so that a
/// change of the machine's speed meets all of them.</remarks>
internal static class Measure
{
    private const int WarmUpRequests = 20;

    /// <summary>Sends requests in turn.</summary>
    /// <param name="rounds">The number of rounds.</param>
    /// <param name="requests">The number of requests of each way in a round.</param>
    /// <param name="ways">Actions that send one request each, and read the response to its end.</param>
    /// <returns>The medians for one request of each way: bytes that the server allocated, and milliseconds.</returns>
    public static (double Bytes, double Milliseconds)[] Run(int rounds, int requests, params ReadOnlySpan<Action> ways)
    {
        var bytes = new double[ways.Length][];
        var times = new double[ways.Length][];
        for (int way = 0; way < ways.Length; way++)
        {
            (bytes[way], times[way]) = (new double[rounds], new double[rounds]);
            Repeat(ways[way], WarmUpRequests);
        }

        for (int round = 0; round < rounds; round++)
        {
            for (int way = 0; way < ways.Length; way++)
            {
                long client = GC.GetAllocatedBytesForCurrentThread();
                long all = GC.GetTotalAllocatedBytes(precise: true);
                long start = Stopwatch.GetTimestamp();
                Repeat(ways[way], requests);
                times[way][round] = Stopwatch.GetElapsedTime(start).TotalMilliseconds / requests;
                all = GC.GetTotalAllocatedBytes(precise: true) - all;
                client = GC.GetAllocatedBytesForCurrentThread() - client;
                bytes[way][round] = (double)(all - client) / requests;
            }
        }

        return [.. bytes.Zip(times, static (bytes, times) => (Median(bytes), Median(times)))];
    }

    private static void Repeat(Action action, int count)
    {
        for (int i = 0; i < count; i++)
            action();
    }

    private static double Median(double[] values)
    {
        Array.Sort(values);
        return (values[(values.Length - 1) / 2] + values[values.Length / 2]) / 2;
    }
}
