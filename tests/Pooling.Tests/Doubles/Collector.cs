namespace Pooling.Doubles;

/// <summary>The garbage collector, as tests use it.</summary>
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

    /// <summary>Waits until everything is collected. Not at once: a thread that had to do with it may still be on
    /// its way out of the method that had.</summary>
    internal static void WaitForDeath(params WeakReference[] references) => TestThread.WaitFor(
        () =>
        {
            Collect();
            return references.All(static reference => !reference.IsAlive);
        },
        "collection of what nobody should reference");
}
