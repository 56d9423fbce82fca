#if !NETFRAMEWORK
namespace Pooling.Doubles;

/// <summary>Measures what an action allocates on its thread once it is warm.</summary>
internal static class Allocated
{
    /// <summary>The bytes of 1,000 calls: the smaller of two runs, since the runtime itself may allocate in one, after enough calls for tiering.</summary>
    internal static long By(Action action)
    {
        for (int i = 0; i < 100; i++)
            action();

        return Math.Min(Measure(action), Measure(action));
    }

    private static long Measure(Action action)
    {
        long before = GC.GetAllocatedBytesForCurrentThread();
        for (int i = 0; i < 1000; i++)
            action();

        return GC.GetAllocatedBytesForCurrentThread() - before;
    }
}
#endif
