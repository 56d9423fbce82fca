namespace Pooling.Doubles;

/// <summary>The garbage collector and the allocation counter, as tests use them.</summary>
internal static class Collector
{
    /// <summary>Collects everything that nobody references, finalizers and what they revive included.</summary>
    internal static void Collect()
    {
        for (int i = 0; i < 3; i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }
    }

#if !NETFRAMEWORK
    /// <summary>The bytes that an action allocates on this thread once it is warm.</summary>
    internal static long AllocatedBy(Action action)
    {
        long smallest = long.MaxValue;
        for (int round = 0; round < 5; round++)
        {
            for (int i = 0; i < 40; i++)
                action();

            long before = GC.GetAllocatedBytesForCurrentThread();
            for (int i = 0; i < 100; i++)
                action();

            smallest = Math.Min(smallest, GC.GetAllocatedBytesForCurrentThread() - before);
        }

        return smallest;
    }
#endif
}
