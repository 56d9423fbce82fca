namespace Pooling.Samples;

/// <summary>Checks that a process does not grow during a soak, between the first fifth and the end.</summary>
internal static class SoakGrowth
{
    /// <summary>The number of bytes by which the live objects may grow, in addition to a factor.</summary>
    public const long SpareObjects = 4_000_000;

    private const int MinReadings = 5;
    private const double MaxGrowth = 1.2; // of live objects
    private const double MaxMemoryGrowth = 1.5;
    private const long SpareMemory = 50_000_000; // bytes

    private static readonly TimeSpan s_maxInterval = TimeSpan.FromMinutes(1);

    /// <summary>Returns the time between two readings, of which there must be enough.</summary>
    /// <param name="duration">The duration of the soak.</param>
    public static TimeSpan IntervalOf(TimeSpan duration) =>
        duration / MinReadings < s_maxInterval ? duration / MinReadings : s_maxInterval;

    /// <summary>Returns the faults of a process.</summary>
    /// <param name="name">The name of the process.</param>
    /// <param name="sizes">The sizes of the process in order.</param>
    /// <param name="spareObjects">The number of bytes by which the live objects may grow in addition.</param>
    /// <returns>One line for each fault.</returns>
    public static string[] Check(string name, IEnumerable<ProcessSize> sizes, long spareObjects = SpareObjects)
    {
        ProcessSize[] all = [.. sizes];
        ProcessSize first = all[all.Length / MinReadings];
        ProcessSize last = all[^1];
        return
        [
            .. Fault.OfGrowth($"the objects of the {name}", first.Heap, last.Heap, MaxGrowth, spareObjects),
            .. Fault.OfGrowth($"the memory of the {name}", first.WorkingSet, last.WorkingSet, MaxMemoryGrowth, SpareMemory),
        ];
    }
}
