using System.Numerics;

namespace Pooling.GameServer.World;

/// <summary>The durations of ticks, with a precision of one part in 64. One thread records; any thread may copy.</summary>
internal sealed class TickHistogram
{
    private const int Precision = 6; // bits
    private const int Buckets = (30 - Precision) << Precision; // up to 17 minutes

    private readonly int[] _counts = new int[Buckets];

    public void Record(long microseconds)
    {
        int bucket = Bucket((uint)Math.Clamp(microseconds, 0, int.MaxValue));
        Volatile.Write(ref _counts[bucket], _counts[bucket] + 1);
    }

    /// <summary>Returns a copy of the counts so far.</summary>
    public int[] Copy() => (int[])_counts.Clone();

    /// <summary>Returns the counts since an earlier copy.</summary>
    public static int[] Since(int[] earlier, int[] later) => [.. later.Zip(earlier, static (l, e) => l - e)];

    /// <summary>Returns a quantile of the counts in milliseconds, as the upper end of its bucket.</summary>
    public static double Quantile(int[] counts, double quantile)
    {
        long total = counts.Sum(static count => (long)count);
        long rank = Math.Max(1, (long)Math.Ceiling(quantile * total));
        long seen = 0;
        for (int i = 0; i < counts.Length; i++)
        {
            seen += counts[i];
            if (seen >= rank)
                return End(i) / 1000.0;
        }

        return 0;
    }

    // The highest bits of the value, and the number of bits below: buckets are 1 wide up to 127, then 2, 4 and so on.
    private static int Bucket(uint value)
    {
        int shift = Math.Max(0, 31 - BitOperations.LeadingZeroCount(value | 1) - Precision);
        return Math.Min(Buckets - 1, (shift << Precision) + (int)(value >> shift));
    }

    private static long End(int bucket)
    {
        int shift = Math.Max(0, (bucket >> Precision) - 1);
        return (((long)bucket - (shift << Precision) + 1) << shift) - 1;
    }
}
