namespace Pooling.WebSockets.Client;

/// <summary>Measures the allocations of an action on its thread, if a part of it always allocates.</summary>
internal static class MinAllocated
{
    private const int Runs = 20;
    private const int Attempts = 20;

    /// <summary>Returns the minimum of some runs, because the runtime itself may allocate in one.</summary>
    public static long By(Action action)
    {
        long least = long.MaxValue;
        for (int run = 0; run < Runs; run++)
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            action();
            least = Math.Min(least, GC.GetAllocatedBytesForCurrentThread() - before);
        }

        return least;
    }

    /// <summary>Measures two actions until their allocations are equal, and gives up after many attempts.</summary>
    public static (long First, long Second) ByBoth(Action first, Action second)
    {
        (long First, long Second) least = (By(first), By(second));
        for (int attempt = 1; attempt < Attempts && least.First != least.Second; attempt++)
            least = (Math.Min(least.First, By(first)), Math.Min(least.Second, By(second)));

        return least;
    }
}
