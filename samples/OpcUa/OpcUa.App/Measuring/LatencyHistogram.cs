using System.Numerics;

namespace OpcUa.App.Measuring;

/// <summary>Counts times, each within 3 % of what it is. Nothing is allocated behind the constructor.</summary>
/// <remarks>One thread adds; any thread copies.</remarks>
internal sealed class LatencyHistogram
{
    private const int Precision = 5; // bits of a time that count
    private const int Steps = 1 << Precision;

    private readonly int[] _counts = new int[(64 - Precision) * Steps];

    /// <summary>Adds a time in ticks of 100 ns; one before 0, as clocks may have it, is 0.</summary>
    public void Add(long ticks)
    {
        ref int count = ref _counts[IndexOf(ticks)];
        Volatile.Write(ref count, count + 1); // pairs with the read of a copy
    }

    /// <summary>What was counted so far.</summary>
    public int[] Copy()
    {
        int[] copy = new int[_counts.Length];
        for (int i = 0; i < copy.Length; i++)
            copy[i] = Volatile.Read(ref _counts[i]); // pairs with the write of Add

        return copy;
    }

    /// <summary>What was counted between two copies.</summary>
    public static int[] Between(int[] from, int[] to)
    {
        int[] counts = [.. to];
        for (int i = 0; i < from.Length; i++)
            counts[i] -= from[i];

        return counts;
    }

    /// <summary>What two histograms counted together.</summary>
    public static int[] Sum(int[] one, int[] other) => [.. one.Zip(other, static (first, second) => first + second)];

    /// <summary>The time, in milliseconds, that a share of what was counted does not exceed.</summary>
    public static double Quantile(int[] counts, double quantile)
    {
        long rank = (long)Math.Ceiling(quantile * counts.Sum(static count => (long)count));
        long seen = 0;
        for (int i = 0; i < counts.Length; i++)
        {
            seen += counts[i];
            if (seen >= rank && seen > 0)
                return UpperEnd(i) / (double)TimeSpan.TicksPerMillisecond;
        }

        return 0;
    }

    private static int IndexOf(long ticks)
    {
        if (ticks < 2 * Steps)
            return (int)Math.Max(0, ticks);

        int shift = BitOperations.Log2((ulong)ticks) - Precision;
        return (shift << Precision) + (int)(ticks >> shift);
    }

    private static long UpperEnd(int index)
    {
        if (index < 2 * Steps)
            return index;

        int shift = (index >> Precision) - 1;
        return ((long)(index - (shift << Precision)) << shift) + (1L << shift) - 1;
    }
}
