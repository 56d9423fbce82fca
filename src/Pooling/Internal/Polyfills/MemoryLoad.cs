namespace Pooling.Internal.Polyfills;

/// <summary>Determines whether the machine, or the container, is short of memory.</summary>
internal static class MemoryLoad
{
#if !NETSTANDARD2_0
    private static long s_limit; // bytes; 0 until it was asked
#endif

    /// <summary>Overrides the value in tests; otherwise <see langword="null"/>.</summary>
    internal static bool? Forced { get; set; }

#if NETSTANDARD2_0
    /// <summary>Always false unless forced: this framework cannot tell.</summary>
    internal static bool IsHigh => Forced ?? false;

    /// <summary>Always false: this framework cannot tell.</summary>
    internal static bool IsHalfFull => false;

    /// <summary>Always false: this framework cannot tell.</summary>
    internal static bool IsFull => false;
#else
    /// <summary>The state at the last collection, by the threshold at which ArrayPool releases its arrays; or whether
    /// the objects of the process take nearly all of the memory that it may use, which may be less than the
    /// machine's.</summary>
    internal static bool IsHigh => Forced ?? (Exceeds(share: 0.875) || IsHighNow());

    /// <summary>Whether the objects of the process take more than half of the memory that it may use. Allocates at the
    /// first call only.</summary>
    internal static bool IsHalfFull => Exceeds(share: 0.5);

    /// <summary>Whether so little is left that the next allocation may fail. Allocates at the first call of this class
    /// only.</summary>
    internal static bool IsFull => Exceeds(share: 0.9375);

    private static bool Exceeds(double share)
    {
        long limit = Volatile.Read(ref s_limit); // needs no pairing: each thread may ask
        if (limit == 0)
            Volatile.Write(ref s_limit, limit = GC.GetGCMemoryInfo().TotalAvailableMemoryBytes);

        return GC.GetTotalMemory(forceFullCollection: false) > limit * share;
    }

    private static bool IsHighNow()
    {
        GCMemoryInfo memory = GC.GetGCMemoryInfo();
        return memory.MemoryLoadBytes >= memory.HighMemoryLoadThresholdBytes * 0.9;
    }
#endif
}
