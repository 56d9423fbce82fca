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

    /// <summary>Leaves the stack of the test before, whose continuation a test may be. While an unoptimized frame of
    /// that one is on it, the runtime unloads no assembly that was loaded since, not even one that did nothing.</summary>
    internal static async Task LeaveStack() => await Task.Yield();

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
