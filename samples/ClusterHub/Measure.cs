using System.Diagnostics;

namespace Pooling.Samples.ClusterHub;

/// <summary>Measures several ways in turn, so that a change of the machine's speed meets all of them.</summary>
internal static class Measure
{
    /// <summary>Runs each way once in each round, and passes it the number of operations.</summary>
    /// <returns>The medians for one operation of each way: bytes allocated by all threads, and microseconds.</returns>
    public static (double Bytes, double Microseconds)[] Run(int rounds, int operations, params Action<int>[] ways)
    {
        var bytes = Array.ConvertAll(ways, _ => new double[rounds]);
        var times = Array.ConvertAll(ways, _ => new double[rounds]);
        for (int round = 0; round < rounds; round++)
        {
            for (int way = 0; way < ways.Length; way++)
            {
                long allocated = GC.GetTotalAllocatedBytes(precise: true);
                long start = Stopwatch.GetTimestamp();
                ways[way](operations);
                times[way][round] = Stopwatch.GetElapsedTime(start).TotalMicroseconds / operations;
                bytes[way][round] = (double)(GC.GetTotalAllocatedBytes(precise: true) - allocated) / operations;
            }
        }

        return [.. bytes.Zip(times, static (b, t) => (Median(b), Median(t)))];
    }

    private static double Median(double[] values) => values.Order().ElementAt(values.Length / 2);
}
