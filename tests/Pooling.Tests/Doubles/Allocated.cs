#if !NETFRAMEWORK
namespace Pooling.Doubles;

/// <summary>Measures the allocations of an action on its thread once it is warm.</summary>
internal static class Allocated
{
    /// <summary>The number of calls that <see cref="By"/> measures together.</summary>
    internal const int Calls = 1000;

    private const int MaxRuns = 20;
    private const int SmallestObject = 24;

    /// <summary>Returns the bytes of <see cref="Calls"/> calls, after enough calls for tiering.</summary>
    /// <inheritdoc cref="ByWarm"/>
    internal static long By(Action action)
    {
        for (int i = 0; i < 100; i++)
            action();

        return ByWarm(action, Calls);
    }

    /// <summary>Returns the bytes of a number of calls of an action that is already warm.</summary>
    /// <returns>The minimum of some runs, because the runtime itself may allocate in one, for example a thread for its pool.</returns>
    internal static long ByWarm(Action action, int calls)
    {
        long least = long.MaxValue;
        for (int run = 0; run < MaxRuns && least > 0; run++)
        {
            if (run > 7 && least >= calls * SmallestObject)
                break; // every call allocates

            least = Math.Min(least, Measure(action, calls));
        }

        return least;
    }

    private static long Measure(Action action, int calls)
    {
        long before = GC.GetAllocatedBytesForCurrentThread();
        for (int i = 0; i < calls; i++)
            action();

        return GC.GetAllocatedBytesForCurrentThread() - before;
    }
}
#endif
