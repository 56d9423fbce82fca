using System.Diagnostics;

namespace Pooling.Samples.OpcUaNotifications;

/// <summary>Measures several ways in turn, so that a change of the machine's speed meets all of them.</summary>
internal static class Measure
{
    /// <summary>Runs each way once in each round, after as many rounds that are not measured.</summary>
    /// <returns>The medians for one call of each way: bytes that the thread allocated, and nanoseconds.</returns>
    public static (double Bytes, double Nanoseconds)[] Run(int rounds, int repetitions, params Action[] ways)
    {
        var bytes = Array.ConvertAll(ways, _ => new double[rounds]);
        var times = Array.ConvertAll(ways, _ => new double[rounds]);
        for (int round = -rounds; round < rounds; round++)
        {
            for (int way = 0; way < ways.Length; way++)
            {
                long allocated = GC.GetAllocatedBytesForCurrentThread();
                long start = Stopwatch.GetTimestamp();
                for (int i = 0; i < repetitions; i++)
                    ways[way]();

                double time = Stopwatch.GetElapsedTime(start).TotalNanoseconds / repetitions;
                allocated = GC.GetAllocatedBytesForCurrentThread() - allocated;
                if (round >= 0)
                    (bytes[way][round], times[way][round]) = ((double)allocated / repetitions, time);
            }
        }

        return [.. bytes.Zip(times, static (b, t) => (Median(b), Median(t)))];
    }

    private static double Median(double[] values) => values.Order().ElementAt(values.Length / 2);
}
