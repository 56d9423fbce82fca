using System.Numerics;

namespace Pooling.Samples;

/// <summary>Counts durations with a precision of 3 %. Only the constructor allocates.</summary>
/// <remarks>One thread adds; any thread may copy.</remarks>
internal sealed class LatencyHistogram
{
    private const int Precision = 5; // significant bits of a duration
    private const int Steps = 1 << Precision;

    private readonly int[] _counts = new int[(64 - Precision) * Steps];

    /// <summary>Adds a duration in ticks of 100 ns. A negative duration, caused by differing clocks, counts as 0.</summary>
    public void Add(long ticks)
    {
        ref int count = ref _counts[IndexOf(ticks)];
        Volatile.Write(ref count, count + 1); // pairs with the read in Copy
    }

    /// <summary>Returns a copy of the counts.</summary>
    public int[] Copy()
    {
        int[] copy = new int[_counts.Length];
        for (int i = 0; i < copy.Length; i++)
            copy[i] = Volatile.Read(ref _counts[i]); // pairs with the write in Add

        return copy;
    }

    /// <summary>Adds the counts to a copy of another histogram.</summary>
    public void AddTo(int[] copy)
    {
        for (int i = 0; i < copy.Length; i++)
            copy[i] += Volatile.Read(ref _counts[i]); // as above
    }

    /// <summary>Returns the counts between two copies.</summary>
    public static int[] Between(int[] from, int[] to)
    {
        int[] counts = [.. to];
        for (int i = 0; i < from.Length; i++)
            counts[i] -= from[i];

        return counts;
    }

    /// <summary>Returns the sum of two histograms.</summary>
    public static int[] Sum(int[] one, int[] other) => [.. one.Zip(other, static (first, second) => first + second)];

    /// <summary>Returns the duration, in milliseconds, that the given share of the durations does not exceed.</summary>
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
