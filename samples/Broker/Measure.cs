using System.Diagnostics;

namespace Pooling.Samples.Broker;

/// <summary>Measures several ways in turn, so that a change of the machine's speed meets all of them.</summary>
internal static class Measure
{
    private const int Pause = 150; // ms

    private static int s_warmUps = 8; // rounds; fewer after the first ones, since others meet the same code

    /// <summary>Runs each way once in each round, and passes it the number of operations. Some rounds before are not
    /// measured, with pauses: the runtime compiles for good what was called often once nothing new was called for
    /// 100 ms.</summary>
    /// <returns>The medians for one operation of each way: bytes allocated by all threads, and microseconds.</returns>
    public static (double Bytes, double Microseconds)[] Run(int rounds, int operations, params Action<int>[] ways)
    {
        var bytes = Array.ConvertAll(ways, _ => new double[rounds]);
        var times = Array.ConvertAll(ways, _ => new double[rounds]);
        for (int round = -s_warmUps; round < rounds; round++)
        {
            for (int way = 0; way < ways.Length; way++)
            {
                long allocated = GC.GetTotalAllocatedBytes(precise: true);
                long start = Stopwatch.GetTimestamp();
                ways[way](operations);
                double time = Stopwatch.GetElapsedTime(start).TotalMicroseconds;
                allocated = GC.GetTotalAllocatedBytes(precise: true) - allocated;
                if (round >= 0)
                    (bytes[way][round], times[way][round]) = ((double)allocated / operations, time / operations);
            }

            if (round < 0)
                Thread.Sleep(Pause);
        }

        s_warmUps = 2;
        return [.. bytes.Zip(times, static (b, t) => (Median(b), Median(t)))];
    }

    private static double Median(double[] values) => values.Order().ElementAt(values.Length / 2);
}
