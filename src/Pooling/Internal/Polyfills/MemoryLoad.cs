namespace Pooling.Internal.Polyfills;

/// <summary>Whether the machine, or what a container may use of it, is short of memory.</summary>
internal static class MemoryLoad
{
    /// <summary>What a test wants it to be; <see langword="null"/> otherwise.</summary>
    internal static bool? Forced { get; set; }

#if NETSTANDARD2_0
    /// <summary>Not known there: never.</summary>
    internal static bool IsHigh => Forced ?? false;
#else
    /// <summary>As of the last collection, by the measure at which ArrayPool gives its arrays away.</summary>
    internal static bool IsHigh => Forced ?? IsHighNow();

    private static bool IsHighNow()
    {
        GCMemoryInfo memory = GC.GetGCMemoryInfo();
        return memory.MemoryLoadBytes >= memory.HighMemoryLoadThresholdBytes * 0.9;
    }
#endif
}
