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
}
