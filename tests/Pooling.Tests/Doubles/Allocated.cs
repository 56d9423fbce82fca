#if !NETFRAMEWORK
namespace Pooling.Doubles;

/// <summary>Measures what an action allocates on its thread once it is warm.</summary>
internal static class Allocated
{
    /// <summary>The calls that are measured together.</summary>
    internal const int Calls = 1000;

    /// <summary>The bytes of <see cref="Calls"/> calls: the smaller of two runs, since the runtime itself may allocate in one, after enough calls for tiering.</summary>
    internal static long By(Action action)
    {
        for (int i = 0; i < 100; i++)
            action();

        return Math.Min(Measure(action), Measure(action));
    }

    private static long Measure(Action action)
    {
        long before = GC.GetAllocatedBytesForCurrentThread();
        for (int i = 0; i < Calls; i++)
            action();

        return GC.GetAllocatedBytesForCurrentThread() - before;
    }
}
#endif
