using System.Diagnostics;

namespace Pooling.Samples.WebSocketClient;

/// <summary>Measures several ways in turn, round after round, and returns medians.</summary>
internal static class Measure
{
    private const int Rounds = 15;

    /// <returns>For each way: the bytes that all threads allocate for a message, and microseconds.</returns>
    public static async Task<(double Bytes, double Time)[]> RunAsync(int messages, params Func<int, Task>[] ways)
    {
        double[][] bytes = [.. ways.Select(static _ => new double[Rounds])];
        double[][] times = [.. ways.Select(static _ => new double[Rounds])];
        for (int round = 0; round < Rounds; round++)
        {
            for (int way = 0; way < ways.Length; way++)
            {
                long before = GC.GetTotalAllocatedBytes(precise: true);
                long start = Stopwatch.GetTimestamp();
                await ways[way](messages);
                times[way][round] = Stopwatch.GetElapsedTime(start).TotalMicroseconds / messages;
                bytes[way][round] = (double)(GC.GetTotalAllocatedBytes(precise: true) - before) / messages;
            }
        }

        return [.. ways.Select((_, way) => (Median(bytes[way]), Median(times[way])))];
    }

    private static double Median(double[] values) => values.Order().ElementAt(values.Length / 2);
}
