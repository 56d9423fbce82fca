using System.Diagnostics;

namespace Pooling.Samples.RowStream;

/// <summary>Measures requests to a server in this process.</summary>
/// <remarks>The client is synchronous: all that it allocates, it allocates on the calling thread, which is subtracted exactly from what the
/// process allocates. The rest is the server's: Kestrel, the endpoint and the export. The rows exist before. The ways take turns, so that a
/// change of the machine's speed meets all of them.</remarks>
internal static class Measure
{
    /// <summary>Sends a number of requests in each way and each round, after as many rounds that are not measured.</summary>
    /// <returns>The medians for one request of each way: bytes that the server allocated, and milliseconds.</returns>
    public static (double Bytes, double Milliseconds)[] Run(int rounds, int requests, params Action[] ways)
    {
        var bytes = Array.ConvertAll(ways, _ => new double[rounds]);
        var times = Array.ConvertAll(ways, _ => new double[rounds]);
        for (int round = -rounds; round < rounds; round++)
        {
            for (int way = 0; way < ways.Length; way++)
            {
                long client = GC.GetAllocatedBytesForCurrentThread();
                long all = GC.GetTotalAllocatedBytes(precise: true);
                long start = Stopwatch.GetTimestamp();
                for (int i = 0; i < requests; i++)
                    ways[way]();

                double time = Stopwatch.GetElapsedTime(start).TotalMilliseconds / requests;
                all = GC.GetTotalAllocatedBytes(precise: true) - all;
                client = GC.GetAllocatedBytesForCurrentThread() - client;
                if (round >= 0)
                    (bytes[way][round], times[way][round]) = ((double)(all - client) / requests, time);
            }
        }

        return [.. bytes.Zip(times, static (bytes, times) => (Median(bytes), Median(times)))];
    }

    private static double Median(double[] values) => values.Order().ElementAt(values.Length / 2);
}
