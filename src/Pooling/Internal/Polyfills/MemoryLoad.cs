namespace Pooling.Internal.Polyfills;

/// <summary>Determines whether the machine, or the container, is short of memory.</summary>
internal static class MemoryLoad
{
    /// <summary>Overrides the value in tests; otherwise <see langword="null"/>.</summary>
    internal static bool? Forced { get; set; }

#if NETSTANDARD2_0
    /// <summary>Always false unless forced: this framework cannot tell.</summary>
    internal static bool IsHigh => Forced ?? false;
#else
    /// <summary>The state at the last collection, by the threshold at which ArrayPool releases its arrays.</summary>
    internal static bool IsHigh => Forced ?? IsHighNow();

    private static bool IsHighNow()
    {
        GCMemoryInfo memory = GC.GetGCMemoryInfo();
        return memory.MemoryLoadBytes >= memory.HighMemoryLoadThresholdBytes * 0.9;
    }
#endif
}
