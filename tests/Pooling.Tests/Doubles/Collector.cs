namespace Pooling.Doubles;

/// <summary>Runs the garbage collector for tests.</summary>
internal static class Collector
{
    /// <summary>Collects everything that is not referenced, including finalizers and the objects that they revive.</summary>
    internal static void Collect()
    {
        for (int i = 0; i < 3; i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }
    }

    /// <summary>Waits until everything is collected. This takes some time, because a thread that used an object may still be leaving the
    /// method.</summary>
    internal static void WaitForDeath(params WeakReference[] references) => TestThread.WaitFor(
        () =>
        {
            Collect();
            return references.All(static reference => !reference.IsAlive);
        },
        "collection of what nobody should reference");
}
