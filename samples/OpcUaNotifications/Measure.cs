using System.Diagnostics;

namespace Pooling.Samples.OpcUaNotifications;

/// <summary>Measures several ways in turn, so that a change of the machine's speed meets all of them.</summary>
internal static class Measure
{
    private const int Rounds = 15;
    private static readonly TimeSpan s_batch = TimeSpan.FromMilliseconds(60);

    /// <summary>Measures ways on the calling thread.</summary>
    /// <param name="operations">The number of operations that one call of a way carries out.</param>
    /// <param name="ways">The ways.</param>
    /// <returns>The medians for one operation of each way: bytes that the thread allocated, and nanoseconds.</returns>
    public static (double Bytes, double Nanoseconds)[] Run(int operations, params Action[] ways)
    {
        var bytes = Array.ConvertAll(ways, static _ => new double[Rounds]);
        var times = Array.ConvertAll(ways, static _ => new double[Rounds]);
        foreach (Action way in ways)
            RunBatch(way); // warms up

        for (int round = 0; round < Rounds; round++)
        {
            for (int way = 0; way < ways.Length; way++)
            {
                long allocated = GC.GetAllocatedBytesForCurrentThread();
                (int calls, TimeSpan time) = RunBatch(ways[way]);
                bytes[way][round] = (double)(GC.GetAllocatedBytesForCurrentThread() - allocated) / calls / operations;
                times[way][round] = time.TotalNanoseconds / calls / operations;
            }
        }

        return [.. bytes.Zip(times, static (ofBytes, ofTimes) => (Median(ofBytes), Median(ofTimes)))];
    }

    private static (int Calls, TimeSpan Time) RunBatch(Action way)
    {
        int calls = 0;
        long start = Stopwatch.GetTimestamp();
        do
        {
            way();
            calls++;
        }
        while (Stopwatch.GetElapsedTime(start) < s_batch);

        return (calls, Stopwatch.GetElapsedTime(start));
    }

    private static double Median(double[] values)
    {
        Array.Sort(values);
        return values[values.Length / 2];
    }
}
