namespace Pooling.Benchmarks;

/// <summary>Measures the time of a cache line from one thread to another and back. Two threads on one core share its caches, so contention
/// for a line costs them less than threads on two cores.</summary>
internal static class LineBounce
{
    private const int Trips = 200_000;
    private const int Rounds = 5;

    /// <returns>The median of the rounds, in nanoseconds.</returns>
    internal static double Measure() => Distribution.Of([.. Enumerable.Range(0, Rounds).Select(_ => MeasureOnce())]).Median;

    private static double MeasureOnce()
    {
        int turn = 0;
        var other = new Thread(() => Play(ref turn, 1)) { IsBackground = true };
        other.Start();
        long start = Stopwatch.GetTimestamp();
        Play(ref turn, 0);
        other.Join();
        return Stopwatch.GetElapsedTime(start).TotalNanoseconds / Trips;
    }

    private static void Play(ref int turn, int parity)
    {
        for (int i = parity; i < 2 * Trips; i += 2)
        {
            var spin = new SpinWait();
            while (Volatile.Read(ref turn) != i) // pairs with the write below, by the other thread
            {
                if (Environment.ProcessorCount == 1)
                    spin.SpinOnce();
            }

            Volatile.Write(ref turn, i + 1);
        }
    }
}
