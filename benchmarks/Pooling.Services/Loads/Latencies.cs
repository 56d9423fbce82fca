using System.Numerics;

namespace Pooling.Services.Loads;

/// <summary>Counts latencies in steps of less than 2 %. Thread safety: any thread may record one.</summary>
internal sealed class Latencies
{
    private const int StepBits = 6; // 64 steps from one power of two to the next

    private readonly long[] _counts = new long[64 << StepBits];
    private readonly Lock _gate = new();
    private long _greatest;

    public long Count { get; private set; }

    public void Record(long ticks)
    {
        ticks = Math.Max(ticks, 1);
        int shift = Math.Max(BitOperations.Log2((ulong)ticks) - StepBits, 0);
        lock (_gate)
        {
            _counts[(shift << StepBits) + (int)(ticks >> shift)]++;
            _greatest = Math.Max(_greatest, ticks);
            Count++;
        }
    }

    /// <summary>Returns the latency that a part of them does not exceed, in microseconds.</summary>
    public double At(double part)
    {
        lock (_gate)
        {
            long left = (long)Math.Ceiling(part * Count);
            int step = 0;
            while (step < _counts.Length - 1 && (left -= _counts[step]) > 0)
                step++;

            // The steps of a shift begin at 64, but those of none at 0.
            int shift = Math.Max((step >> StepBits) - 1, 0);
            long ticks = Math.Min((long)(step - (shift << StepBits) + 1) << shift, _greatest);
            return ticks * 1e6 / Stopwatch.Frequency;
        }
    }
}
